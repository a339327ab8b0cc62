import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { Prisma, PrismaClient } from '../../generated/prisma/client';
import type { Database } from './database';
import {
  type Begin,
  createTransact,
  rejectInTransaction,
  type TransactionLimits,
  withTransactions,
} from './transaction';

// The first query or transaction of Prisma loads it, and its query compiler.
const generated = () => require('../../generated/prisma/client') as typeof import('../../generated/prisma/client.js');

interface Client extends Pick<Database, 'prisma' | 'transaction'> {
  disconnect(): Promise<void>;
}

/** Creates Prisma on a driver, at its first use. `reject` translates the errors of the driver. */
export function createPrisma(
  adapter: () => SqlDriverAdapterFactory,
  begin: Begin,
  reject: (error: unknown) => never,
  limits: TransactionLimits,
): Client {
  let created: ReturnType<typeof create> | undefined;
  const use = () => {
    created ??= create(withTransactions(adapter(), begin), reject);
    return created;
  };
  return {
    get prisma() {
      return use().outside;
    },
    transaction: createTransact(begin, () => use().inside, reject, limits),
    disconnect: async () => created?.client.$disconnect(),
  };
}

function create(adapter: SqlDriverAdapterFactory, reject: (error: unknown) => never) {
  // With other formats, the error message contains the arguments of a query, which can be personal data.
  const client = new (generated().PrismaClient)({ adapter, errorFormat: 'minimal' });
  const inside = client.$extends({ query: { $allOperations: ({ args, query }) => query(args).catch(reject) } });
  const outside = client.$extends({
    query: {
      async $allOperations({ args, query }) {
        rejectInTransaction();
        return query(args).catch(reject);
      },
    },
  });
  return {
    client,
    inside: inside as unknown as PrismaClient,
    outside: outside as unknown as Prisma.TransactionClient,
  };
}
