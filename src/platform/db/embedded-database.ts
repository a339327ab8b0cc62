import { existsSync } from 'node:fs';
import { PGlite, type Transaction as PgliteTransaction } from '@electric-sql/pglite';
import { within } from '../request/deadline';
import type { Listening, NotificationHandlers } from './cluster/notifications';
import { pgliteDir } from './data-dir';
import type { Database } from './database';
import { translateDatabaseError } from './database-error';
import { type DatabaseLimits, databaseLimits } from './database-limits';
import { createEmbeddedAdapter } from './embedded-adapter';
import { copyTemplate } from './embedded-template';
import { createMigrationLock } from './migration-lock';
import { createPgliteQueries } from './pglite-queries';
import { PgliteStatements, withObjects } from './pglite-statements';
import { createPrisma } from './prisma-client';
import { rejectInTransaction, type Statement, type TransactionConnection } from './transaction';

/** @throws Error if the database in the data folder cannot be opened */
export async function openEmbedded(dataDir: string): Promise<Database> {
  return createPgliteDatabase(await openPglite(pgliteDir(dataDir)));
}

/**
 * PGlite's own parameters, with less shared memory. PGlite's default of 128 MB would be written at each start, and so
 * use that much memory. Pages beyond this size are in the page cache of the operating system.
 */
export const pgliteStartParams: string[] = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

async function openPglite(folder: string): Promise<PGlite> {
  try {
    if (!existsSync(folder)) await copyTemplate(folder);
    return await PGlite.create(folder, { startParams: pgliteStartParams });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `the embedded database in ${folder} cannot be opened: ${reason}. If the folder is damaged, restore it from a backup`,
    );
  }
}

/** Wraps an open PGlite instance, which stores its data in a folder, or for tests in memory. */
export function createPgliteDatabase(pglite: PGlite, limits = databaseLimits): Database {
  const statements = new PgliteStatements(pglite);
  const queries = createPgliteQueries(statements.run);
  const runScript = (script: string) => pglite.exec(script);
  const adapter = createEmbeddedAdapter(queries, runScript);
  const lockMigrations = createMigrationLock();
  const run = withObjects(statements.run);
  const prismaClient = createPrisma(
    () => adapter,
    () => begin(pglite, statements, limits),
    translateDatabaseError,
    limits,
  );
  return {
    get prisma() {
      return prismaClient.prisma;
    },
    transaction: prismaClient.transaction,
    async query(sql) {
      rejectInTransaction();
      return pglite.query<Record<string, unknown>>(sql).then((result) => result.rows, translateDatabaseError);
    },
    async run<Row extends object>(statement: Statement, values: readonly unknown[]) {
      rejectInTransaction();
      return run<Row>(statement, values).catch(translateDatabaseError);
    },
    renew: () => {},
    listen: (channel, handlers) => listen(pglite, channel, handlers),
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    servers: async () => [],
    paths: async () => null,
    primaryChanges: () => 0,
    async withMigrationLock(work) {
      const unlock = lockMigrations();
      try {
        return await work({ adapter, runScript });
      } finally {
        unlock();
      }
    },
    shared: { run, queries, begin: () => begin(pglite, statements, limits), runScript, lockMigrations },
    async close() {
      await prismaClient.disconnect();
      await pglite.close();
    },
  };
}

/** Begins a transaction. All other queries of the embedded database wait until the transaction ends. */
async function begin(
  pglite: PGlite,
  statements: PgliteStatements,
  { beginMs }: DatabaseLimits,
): Promise<TransactionConnection> {
  let end: (how: 'commit' | 'rollback') => void = () => {};
  const ending = new Promise<'commit' | 'rollback'>((resolve) => {
    end = resolve;
  });
  let ended: Promise<void> = Promise.resolve();
  const started = new Promise<PgliteTransaction>((resolve, reject) => {
    ended = pglite.transaction(async (tx) => {
      resolve(tx);
      if ((await ending) === 'rollback') await tx.rollback();
    });
    ended.catch(reject);
  });
  const tx = await within(beginMs, started, 'another transaction took too long').catch((error) => {
    // PGlite may still start the transaction later. Then it must end immediately.
    end('rollback');
    throw error;
  });
  const run = statements.inside(tx);
  return {
    run: withObjects(run),
    queries: createPgliteQueries(run),
    commit() {
      end('commit');
      return ended;
    },
    async rollback() {
      end('rollback');
      await ended.catch(() => {});
    },
  };
}

function listen(pglite: PGlite, channel: string, handlers: NotificationHandlers): Listening {
  const listening = pglite.listen(channel, handlers.onMessage).then(async (unlisten) => {
    await handlers.catchUp();
    handlers.onUp();
    return unlisten;
  });
  listening.catch(handlers.onDown);
  return { close: async () => void (await listening.then((unlisten) => unlisten()).catch(() => {})) };
}
