import { PrismaPg } from '@prisma/adapter-pg';
import { Client, Pool, type PoolConfig, type QueryConfig } from 'pg';
import type { Database, MigrationSession } from './database';
import { isReadOnlyError, translateDatabaseError } from './database-error';
import { type DatabaseLimits, databaseLimits } from './database-limits';
import { migrationIsRunning } from './migration-lock';
import { BoundedPool } from './pool';
import { listenOnPostgres } from './postgres-notifications';
import { createPrisma } from './prisma-client';
import { rejectInTransaction, type Statement, type TransactionConnection } from './transaction';

/** The key of the advisory lock, an arbitrary number. The instance that holds this lock migrates the database. */
const migrationLock = 4_720_261_120;

/**
 * Prisma's adapter writes and reads times without a time zone, in UTC. Our statements read few rows. If PostgreSQL
 * expects many rows, starting parallel workers or JIT compilation takes longer than the statement (50 ms instead of 0.2
 * ms).
 */
export const connectionSettings = "SET TIME ZONE 'UTC'; SET max_parallel_workers_per_gather = 0; SET jit = off";

function poolConfig(url: string, limits: DatabaseLimits): PoolConfig {
  return {
    connectionString: url,
    application_name: 'gatehouse',
    max: 10,
    connectionTimeoutMillis: limits.connectOrAcquireMs,
    statement_timeout: limits.statementMs,
    query_timeout: limits.replyMs,
    idle_in_transaction_session_timeout: limits.idleInTransactionMs,
    keepAlive: true,
    onConnect: async (client) => void (await client.query(connectionSettings)),
  };
}

/** PostgreSQL prepares a named query once for each connection, and may then use one plan for all parameters. */
function queryOf({ name, text, isPlannedEachTime }: Statement, values: readonly unknown[]): QueryConfig {
  return { ...(!isPlannedEachTime && { name }), text, values: [...values] };
}

export function openPostgres(url: string, limits = databaseLimits): Database {
  const pool = new BoundedPool(poolConfig(url, limits));
  // The pool replaces a lost idle connection. Without this listener, the error would end the process.
  pool.on('error', () => {});
  const reject = (error: unknown): never => {
    if (isReadOnlyError(error)) pool.renew();
    return translateDatabaseError(error);
  };
  const { prisma, transaction, disconnect } = createPrisma(new PrismaPg(pool), () => begin(pool), reject, limits);
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
    shared: null,
    async close() {
      await disconnect();
      await pool.end();
    },
  };
}

async function begin(pool: Pool): Promise<TransactionConnection> {
  const client = await pool.connect();
  // If the connection is lost between two statements, the next statement reports the error.
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

/** Prisma's adapter requires a pool. This pool only forwards queries to the given client. */
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
    // The client holds the lock, so the server must notice when the client is dead.
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
    if (!rows[0]?.held) throw migrationIsRunning();
    // The script runs on the session that holds the lock. If the client is killed, the server finishes the script and
    // keeps the lock until then.
    return await work({ adapter: new PrismaPg(pool), runScript: (script) => session.query(script) });
  } finally {
    session.end().catch(() => {});
    pool.end().catch(() => {});
  }
}
