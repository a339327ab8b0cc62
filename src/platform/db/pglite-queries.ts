import type { SqlQuery, SqlQueryable } from '@prisma/driver-adapter-utils';
import { adapterInfo } from './embedded-adapter';
import type { RunPrepared } from './pglite-statements';
import { columnTypeOf, parsers, toParameter } from './pglite-types';
import { throwForPrisma } from './prisma-error';

/** Runs the statements of Prisma on PGlite, or in one of its transactions. */
export function createPgliteQueries(runPrepared: RunPrepared): SqlQueryable {
  const run = ({ sql, args, argTypes }: SqlQuery) => {
    const parameters = args.map((arg, i) => toParameter(arg, argTypes[i]));
    return runPrepared({ text: sql }, parameters, parsers).catch(throwForPrisma);
  };
  return {
    ...adapterInfo,
    async queryRaw(query) {
      const { columns, rows } = await run(query);
      return {
        columnNames: columns.map(({ name }) => name),
        columnTypes: columns.map(({ dataTypeID }) => columnTypeOf(dataTypeID)),
        rows,
      };
    },
    executeRaw: async (query) => (await run(query)).count ?? 0,
  };
}
