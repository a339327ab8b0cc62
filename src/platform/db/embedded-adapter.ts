import type {
  SqlDriverAdapter,
  SqlMigrationAwareDriverAdapterFactory,
  SqlQueryable,
} from '@prisma/driver-adapter-utils';
import type { RunScript } from './database';

export const adapterInfo = { provider: 'postgres', adapterName: 'gatehouse-pglite' } as const;

/**
 * The adapter of the embedded database for Prisma, in the process that has opened it and in commands. It is our own, because
 * `pglite-prisma-adapter` pins older utilities of Prisma; it has the types and errors of our schema only.
 */
export function createEmbeddedAdapter(
  { queryRaw, executeRaw }: Pick<SqlQueryable, 'queryRaw' | 'executeRaw'>,
  runScript: RunScript,
): SqlMigrationAwareDriverAdapterFactory {
  const connect = async (): Promise<SqlDriverAdapter> => ({
    ...adapterInfo,
    queryRaw,
    executeRaw,
    executeScript: async (script) => void (await runScript(script)),
    getConnectionInfo: () => ({ supportsRelationJoins: true }),
    startTransaction: () => Promise.reject(new Error('transactions begin with createTransact')),
    dispose: async () => {},
  });
  const connectToShadowDb = () => Promise.reject(new Error('the embedded database has no second database'));
  return { ...adapterInfo, connect, connectToShadowDb };
}
