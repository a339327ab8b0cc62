import type { SqlQueryable, SqlResultSet } from '@prisma/driver-adapter-utils';
import type { Database } from '../database';
import { translateDatabaseError } from '../database-error';
import { databaseLimits } from '../database-limits';
import { adapterInfo, createEmbeddedAdapter } from '../embedded-adapter';
import { createPrisma } from '../prisma-client';
import { rejectInTransaction, type Statement, type TransactionConnection } from '../transaction';
import type { ServerConnection } from './server-connection';

type Turn = <Result>(work: () => Promise<Result>) => Promise<Result>;

/** What sends queries to the server, each in its turn. */
function createQueryable(server: ServerConnection, inTransaction: boolean, turn: Turn) {
  const queries: SqlQueryable = {
    ...adapterInfo,
    queryRaw: (query) => turn(() => server.request({ op: 'queryRaw', query, inTransaction })) as Promise<SqlResultSet>,
    executeRaw: (query) => turn(() => server.request({ op: 'executeRaw', query, inTransaction })) as Promise<number>,
  };
  const run = <Row extends object>({ text }: Pick<Statement, 'text'>, values: readonly unknown[]) =>
    turn(() => server.request({ op: 'run', text, values, inTransaction })) as Promise<Row[]>;
  return { queries, run };
}

/** Begins a transaction, which has its turn until it ends. */
async function begin(server: ServerConnection, turns: Turns): Promise<TransactionConnection> {
  const release = await turns.wait();
  let isOver = false;
  const end = async (op: 'commit' | 'rollback') => {
    isOver = true;
    try {
      await server.request({ op });
    } finally {
      release();
    }
  };
  try {
    await server.request({ op: 'begin' });
  } catch (error) {
    release();
    throw error;
  }
  return {
    ...createQueryable(server, true, (work) => work()),
    commit: () => end('commit'),
    async rollback() {
      // The end of the connection rolls back, too.
      if (!isOver) await end('rollback').catch(() => server.close());
    },
  };
}

/**
 * The embedded database of the running server, for a command. As with the embedded database itself, all other queries of
 * the command wait while the command has a transaction.
 */
export function createRemoteDatabase(server: ServerConnection): Database {
  const turns = new Turns();
  const outside = createQueryable(server, false, (work) => turns.take(work));
  const runScript = (script: string) => turns.take(() => server.request({ op: 'script', script }));
  const adapter = createEmbeddedAdapter(outside.queries, runScript);
  const prismaClient = createPrisma(
    () => adapter,
    () => begin(server, turns),
    translateDatabaseError,
    databaseLimits,
  );
  const run: Database['run'] = async <Row extends object>(
    statement: Pick<Statement, 'text'>,
    values: readonly unknown[],
  ) => {
    rejectInTransaction();
    return outside.run<Row>(statement, values).catch(translateDatabaseError);
  };
  return {
    get prisma() {
      return prismaClient.prisma;
    },
    transaction: prismaClient.transaction,
    run,
    query: (text) => run({ name: '', text }, []),
    renew: () => {},
    listen() {
      throw new Error('a command follows no notifications');
    },
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    servers: async () => [],
    paths: async () => null,
    primaryChanges: () => 0,
    async withMigrationLock(work) {
      await server.request({ op: 'lockMigrations' }).catch(translateDatabaseError);
      try {
        return await work({ adapter, runScript });
      } finally {
        // The end of the connection releases the lock, too.
        await server.request({ op: 'unlockMigrations' }).catch(() => server.close());
      }
    },
    shared: null,
    async close() {
      await prismaClient.disconnect();
      server.close();
    },
  };
}

/** Runs one piece of work at a time, in the order of the calls. */
class Turns {
  private last: Promise<void> = Promise.resolve();

  /** Resolves when all earlier work has ended. The returned function must be called at the end of the work. */
  async wait(): Promise<() => void> {
    const before = this.last;
    let release: () => void = () => {};
    this.last = new Promise((resolve) => {
      release = resolve;
    });
    await before;
    return release;
  }

  async take<Result>(work: () => Promise<Result>): Promise<Result> {
    const release = await this.wait();
    try {
      return await work();
    } finally {
      release();
    }
  }
}
