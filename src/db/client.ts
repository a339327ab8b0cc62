import { PGlite } from '@electric-sql/pglite';
import { PrismaPg } from '@prisma/adapter-pg';
import type { PoolConfig } from 'pg';
import { PrismaPGlite } from 'pglite-prisma-adapter';
import type { DatabaseConfig } from '../config';
import { type Prisma, PrismaClient } from '../generated/prisma/client';
import { pgliteDir } from './data-dir';
import { isReadOnlyError, translateDatabaseError } from './database-error';
import { type Listen, listenOnPglite, listenOnPostgres } from './notifications';
import { BoundedPool } from './pool';

export type { Prisma, PrismaClient };

/** One database: Prisma for most of what the stores do, prepared statements for hot paths, plain SQL for tools. */
export interface Client {
  prisma: PrismaClient;
  /** One statement without parameters. @throws AppError `SERVICE_UNAVAILABLE` */
  query(sql: string): Promise<Record<string, unknown>[]>;
  /** For the statements of hot paths (docs/decisions/008). */
  run: Run;
  /** Lets the next statements have new connections: the server may have become another. */
  renew(): void;
  listen: Listen;
  pool(): PoolState;
  close(): Promise<void>;
  /** The embedded database itself, for its migrations; null on PostgreSQL. */
  pglite: PGlite | null;
}

/** Connections, and queries that wait for one; all 0 when embedded. */
export interface PoolState {
  total: number;
  idle: number;
  waiting: number;
}

/** A statement that is prepared once a connection, under its name; parameters are `$1`, `$2` … */
export interface Statement {
  name: string;
  text: string;
}

/** @throws AppError `SERVICE_UNAVAILABLE` */
export type Run = <Row extends object>(statement: Statement, values: readonly unknown[]) => Promise<Row[]>;

/** Milliseconds. They bound what one query waits for, a connection or its reply; what a request waits for: services.ts. */
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
  };
}

/** Connects to PostgreSQL with the first query only; opens the embedded database. @throws Error if that cannot be opened */
export async function openClient(config: DatabaseConfig): Promise<Client> {
  if (config.kind === 'postgresql') {
    const pool = new BoundedPool(poolConfig(config.url.reveal()));
    // A connection lost while idle has no query to report to; the pool replaces it by itself.
    pool.on('error', () => {});
    const refuse = (error: unknown): never => {
      if (isReadOnlyError(error)) pool.renew();
      return translateDatabaseError(error);
    };
    return {
      prisma: createPrisma(new PrismaPg(pool), refuse),
      query: (sql) => pool.query(sql).then((result) => result.rows, refuse),
      run: ({ name, text }, values) =>
        pool.query({ name, text, values: [...values] }).then((result) => result.rows, refuse),
      renew: () => pool.renew(),
      listen: (channel, handlers) => listenOnPostgres(config.url.reveal(), channel, handlers),
      pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
      close: () => pool.end(),
      pglite: null,
    };
  }
  const pglite = await openPglite(config.dataDir === 'memory://' ? config.dataDir : pgliteDir(config.dataDir));
  return {
    prisma: createPrisma(new PrismaPGlite(pglite), translateDatabaseError),
    query: (sql) => pglite.query<Record<string, unknown>>(sql).then((result) => result.rows, translateDatabaseError),
    run: <Row extends object>({ text }: Statement, values: readonly unknown[]) =>
      pglite.query<Row>(text, [...values]).then((result) => result.rows, translateDatabaseError),
    renew: () => {},
    listen: (channel, handlers) => listenOnPglite(pglite, channel, handlers),
    pool: () => ({ total: 0, idle: 0, waiting: 0 }),
    close: () => pglite.close(),
    pglite,
  };
}

async function openPglite(dataDir: string): Promise<PGlite> {
  try {
    return await PGlite.create(dataDir);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(`the embedded database in ${dataDir} cannot be opened: ${reason}`);
  }
}

function createPrisma(adapter: PrismaPg | PrismaPGlite, refuse: (error: unknown) => never): PrismaClient {
  // "minimal": the other formats put the arguments of a query, so a person's data, into an error's message.
  const prisma = new PrismaClient({ adapter, errorFormat: 'minimal' });
  const translated = prisma.$extends({
    query: { $allOperations: ({ args, query }) => query(args).catch(refuse) },
  });
  return translated as unknown as PrismaClient;
}
