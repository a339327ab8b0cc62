import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { type Prisma, PrismaClient } from '../../generated/prisma/client';
import type { Database } from './database';
import {
  type Begin,
  createTransact,
  rejectInTransaction,
  type TransactionLimits,
  withTransactions,
} from './transaction';

interface Client extends Pick<Database, 'prisma' | 'transaction'> {
  disconnect(): Promise<void>;
}

/** Creates Prisma on a driver. `reject` translates the errors of the driver. */
export function createPrisma(
  adapter: SqlDriverAdapterFactory,
  begin: Begin,
  reject: (error: unknown) => never,
  limits: TransactionLimits,
): Client {
  // With other formats, the error message contains the arguments of a query, which can be personal data.
  const client = new PrismaClient({ adapter: withTransactions(adapter, begin), errorFormat: 'minimal' });
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
    prisma: outside as unknown as Prisma.TransactionClient,
    transaction: createTransact(begin, inside as unknown as PrismaClient, reject, limits),
    disconnect: () => client.$disconnect(),
  };
}
