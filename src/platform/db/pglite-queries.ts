import type { PGliteInterface } from '@electric-sql/pglite';
import type { SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils';
import { adapterInfo } from './embedded-adapter';
import { columnTypeOf, parsers, toParameter } from './pglite-types';
import { throwForPrisma } from './prisma-error';

/** Runs the statements of Prisma on PGlite, or in one of its transactions. */
export function createPgliteQueries(pglite: Pick<PGliteInterface, 'query'>): SqlQueryable {
  const run = ({ sql, args, argTypes }: SqlQuery) => {
    const parameters = args.map((arg, i) => toParameter(arg, argTypes[i]));
    return pglite.query<unknown[]>(sql, parameters, { rowMode: 'array', parsers }).catch(throwForPrisma);
  };
  return {
    ...adapterInfo,
    async queryRaw(query) {
      const { fields, rows } = await run(query);
      return {
        columnNames: fields.map(({ name }) => name),
        columnTypes: fields.map(({ dataTypeID }) => columnTypeOf(dataTypeID)),
        rows,
      };
    },
    executeRaw: async (query) => (await run(query)).rowCount ?? 0,
  };
}
