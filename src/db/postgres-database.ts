import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool, type PoolConfig, type QueryConfig } from 'pg';
import { AppError } from '../errors/app-error';
import type { Database, MigrationSession } from './database';
import { isReadOnlyError, translateDatabaseError } from './database-error';
import { BoundedPool } from './pool';
import { listenOnPostgres } from './postgres-notifications';
import { createPrisma } from './prisma-client';
import { rejectInTransaction, type Statement, type TransactionConnection } from './transaction';

/** Milliseconds. These limits are for one query. services.ts limits the whole request. */
const timeouts = { connectOrAcquire: 2000, statement: 2000, reply: 2500, idleInTransaction: 5000 } as const;
/** An arbitrary number, the same in every instance. The instance that holds this advisory lock migrates. */
const migrationLock = 4_720_261_120;

/**
 * Prisma's adapter writes and reads times without a time zone, and expects UTC. Our statements read few rows: where
 * PostgreSQL expects many, starting workers or a compiler takes longer than the statement (50 ms beside 0.2).
 */
export const connectionSettings = "SET TIME ZONE 'UTC'; SET max_parallel_workers_per_gather = 0; SET jit = off";

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
    onConnect: async (client) => void (await client.query(connectionSettings)),
  };
}

/** A query with a name is prepared once for each connection, and PostgreSQL may keep a plan for all parameters. */
function queryOf({ name, text, isPlannedEachTime }: Statement, values: readonly unknown[]): QueryConfig {
  return { ...(!isPlannedEachTime && { name }), text, values: [...values] };
}

/** Connects at the first query. */
export function openPostgres(url: string): Database {
  const pool = new BoundedPool(poolConfig(url));
  // If an idle connection is lost, no query can report it. The pool replaces the connection.
  pool.on('error', () => {});
  const reject = (error: unknown): never => {
    if (isReadOnlyError(error)) pool.renew();
    return translateDatabaseError(error);
  };
  const { prisma, transaction, disconnect } = createPrisma(new PrismaPg(pool), () => begin(pool), reject);
  return {
    prisma,
    transaction,
    async query(sql) {
      rejectInTransaction();
      return pool.query(sql).then((result) => result.rows, reject);
    },
    async run(statement, values) {
      rejectInTransaction();
      return pool.query(queryOf(statement, values)).then((result) => result.rows, reject);
    },
    renew: () => pool.renew(),
    listen: (channel, handlers) => listenOnPostgres(url, channel, handlers),
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    withMigrationLock: (work) => withMigrationLock(url, work),
    async close() {
      await disconnect();
      await pool.end();
    },
  };
}

async function begin(pool: Pool): Promise<TransactionConnection> {
  const client = await pool.connect();
  // If the connection is lost between two statements, the next statement fails.
  const ignore = () => {};
  client.on('error', ignore);
  let isReleased = false;
  const end = async (sql: 'BEGIN' | 'COMMIT' | 'ROLLBACK') => {
    try {
      const { command } = await client.query(sql);
      if (sql !== 'BEGIN') release(false);
      return command;
    } catch (error) {
      release(true);
      throw error;
    }
  };
  const release = (isBroken: boolean) => {
    isReleased = true;
    client.release(isBroken);
    if (!isBroken) client.off('error', ignore);
  };
  await end('BEGIN');
  return {
    run: (statement, values) => client.query(queryOf(statement, values)).then(({ rows }) => rows),
    queries: await new PrismaPg(poolOf(client)).connect(),
    async commit() {
      if ((await end('COMMIT')) !== 'COMMIT') throw new Error('the database rolled the transaction back');
    },
    async rollback() {
      if (!isReleased) await end('ROLLBACK').catch(() => {});
    },
  };
}

/** Prisma's adapter requires a pool. This one has a single connection, which it does not own. */
function poolOf(client: { query: unknown }): Pool {
  const pool = new Pool();
  pool.query = (client.query as typeof pool.query).bind(client);
  return pool;
}

async function withMigrationLock<Result>(
  connectionString: string,
  work: (session: MigrationSession) => Promise<Result>,
): Promise<Result> {
  const options = {
    connectionString,
    connectionTimeoutMillis: 2000,
    application_name: 'gatehouse migrate',
    keepAlive: true,
    // The server must notice a dead client, too, because the client holds the lock.
    options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  };
  const session = new Client(options);
  session.on('error', () => {});
  const pool = new Pool({ ...options, max: 1 });
  pool.on('error', () => {});
  try {
    await session.connect().catch(translateDatabaseError);
    const lock = { text: `SELECT pg_try_advisory_lock(${migrationLock}) AS held`, query_timeout: 2500 };
    const { rows } = await session.query(lock).catch(translateDatabaseError);
    if (!rows[0]?.held)
      throw new AppError('SERVICE_UNAVAILABLE', { msg: 'Another instance is migrating the database.' });
    // On the session that holds the lock: if the client is killed, the server continues the script and keeps the lock
    // that long.
    return await work({ adapter: new PrismaPg(pool), runScript: (script) => session.query(script) });
  } finally {
    session.end().catch(() => {});
    pool.end().catch(() => {});
  }
}
