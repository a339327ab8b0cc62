import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolConfig } from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { pgliteDir } from './data-dir';
import type { DatabaseConfig } from './database.settings';
import { isReadOnlyError, translateDatabaseError } from './database-error';
import { type Listen, listenOnPglite, listenOnPostgres } from './notifications';
import { BoundedPool } from './pool';
import {
  type Begin,
  beginOnPglite,
  beginOnPostgres,
  createTransact,
  type Queryable,
  type Run,
  rejectInTransaction,
  type Statement,
  type Transact,
  withTransactions,
} from './transaction';

export type { Prisma, Queryable, Run, Statement, Transact };

/** One database: Prisma for most stores, hand-written statements (docs/decisions/008), plain SQL for tools. */
export interface Database extends Queryable {
  transaction: Transact;
  /** One statement without parameters. @throws AppError `SERVICE_UNAVAILABLE` */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** Opens new connections for the next statements, because the server may have been replaced. */
  renew(): void;
  listen: Listen;
  pool(): PoolState;
  close(): Promise<void>;
  /** The embedded database, for its migrations; null on PostgreSQL. */
  pglite: PGlite | null;
}

/** Connections, and queries waiting for one; all 0 for the embedded database. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/** Milliseconds. These limits are for one query. services.ts limits the whole request. */
const timeouts = { connectOrAcquire: 2000, statement: 2000, reply: 2500, idleInTransaction: 5000 } as const;

function poolConfig(url: string): PoolConfig {
  return {
    connectionString: url,
    application_name: 'gatehouse',
    max: 10,
    connectionTimeoutMillis: timeouts.connectOrAcquire,
    statement_timeout: timeouts.statement,
    query_timeout: timeouts.reply,
    idle_in_transaction_session_timeout: timeouts.idleInTransaction,
    keepAlive: true,
    // Prisma's adapter writes and reads times without a time zone, and expects UTC.
    onConnect: async (client) => void (await client.query("SET TIME ZONE 'UTC'")),
  };
}

/** Connects to PostgreSQL at the first query; opens the embedded database. @throws Error if that cannot be opened */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  if (config.kind === 'postgresql') {
    const pool = new BoundedPool(poolConfig(config.url.reveal()));
    // If an idle connection is lost, no query can report it. The pool replaces the connection.
    pool.on('error', () => {});
    const reject = (error: unknown): never => {
      if (isReadOnlyError(error)) pool.renew();
      return translateDatabaseError(error);
    };
    const { prisma, transaction, disconnect } = createPrisma(new PrismaPg(pool), () => beginOnPostgres(pool), reject);
    return {
      prisma,
      transaction,
      async query(sql) {
        rejectInTransaction();
        return pool.query(sql).then((result) => result.rows, reject);
      },
      async run({ name, text }, values) {
        rejectInTransaction();
        return pool.query({ name, text, values: [...values] }).then((result) => result.rows, reject);
      },
      renew: () => pool.renew(),
      listen: (channel, handlers) => listenOnPostgres(config.url.reveal(), channel, handlers),
      pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      async close() {
        await disconnect();
        await pool.end();
      },
      pglite: null,
    };
  }
  return createPgliteDatabase(await openPglite(pgliteDir(config.dataDir)));
}

/** The embedded database that PGlite has opened: in a folder, or in memory for tests. */
export function createPgliteDatabase(pglite: PGlite): Database {
  const begin = () => beginOnPglite(pglite);
  const { prisma, transaction, disconnect } = createPrisma(new PrismaPGlite(pglite), begin, translateDatabaseError);
  return {
    prisma,
    transaction,
    async query(sql) {
      rejectInTransaction();
      return pglite.query<Record<string, unknown>>(sql).then((result) => result.rows, translateDatabaseError);
    },
    async run<Row extends object>({ text }: Statement, values: readonly unknown[]) {
      rejectInTransaction();
      return pglite.query<Row>(text, [...values]).then((result) => result.rows, translateDatabaseError);
    },
    renew: () => {},
    listen: (channel, handlers) => listenOnPglite(pglite, channel, handlers),
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    async close() {
      await disconnect();
      await pglite.close();
    },
    pglite,
  };
}

/**
 * PGlite's own, with less shared memory: all of its 128 MB would be written to, and so taken from the machine, at each
 * start. What does not fit is in the page cache of the operating system.
 */
export const pgliteStartParams: string[] = [...PGlite.defaultStartParams, '-c', 'shared_buffers=32MB'];

async function openPglite(dataDir: string): Promise<PGlite> {
  try {
    return await PGlite.create(dataDir, { startParams: pgliteStartParams });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the embedded database in ${dataDir} cannot be opened: ${reason}`);
  }
}

function createPrisma(adapter: PrismaPg | PrismaPGlite, begin: Begin, reject: (error: unknown) => never) {
  // "minimal": other formats put the arguments of a query, which can be personal data, into the error message.
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
    transaction: createTransact(begin, inside as unknown as PrismaClient, reject),
    disconnect: () => client.$disconnect(),
  };
}
