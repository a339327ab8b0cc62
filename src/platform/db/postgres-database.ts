import type { SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { Pool, type PoolConfig, type QueryConfig } from 'pg';
import { parseDatabaseUrl } from '../config/database-url';
import { PostgresNotifications } from './cluster/postgres-notifications';
import { PostgresServers } from './cluster/postgres-servers';
import type { Database, MigrationSession } from './database';
import type { DatabaseConfig } from './database.settings';
import { isReadOnlyError, translateDatabaseError } from './database-error';
import { type DatabaseLimits, databaseLimits } from './database-limits';
import { inspectPaths } from './database-paths';
import { migrationIsRunning } from './migration-lock';
import { BoundedPool } from './pool';
import { timeZoneThroughPooler } from './pooled-time-zone';
import { PostgresClient, type PostgresClientConfig } from './postgres-client';
import { createPrisma } from './prisma-client';
import { rejectInTransaction, type Statement, type TransactionConnection } from './transaction';

// Prisma needs it, and a server that makes no query with Prisma does not.
const adapterModule = () => require('@prisma/adapter-pg') as typeof import('@prisma/adapter-pg');

/** The key of the advisory lock, an arbitrary number. The instance that holds this lock migrates the database. */
const migrationLock = 4_720_261_120;

/**
 * What the code relies on, and a database or a role can have set otherwise. Prisma's adapter writes and reads times without
 * a time zone, in UTC, and `pg` reads times and bytes in these forms alone. Our statements read few rows. If PostgreSQL expects
 * many rows, starting parallel workers or JIT compilation takes longer than the statement (50 ms instead of 0.2 ms).
 */
export const connectionSettings = [
  "SET TIME ZONE 'UTC'",
  "SET datestyle = 'ISO, MDY'",
  "SET intervalstyle = 'postgres'",
  "SET bytea_output = 'hex'",
  'SET extra_float_digits = 1',
  'SET standard_conforming_strings = on',
  "SET default_transaction_isolation = 'read committed'",
  'SET max_parallel_workers_per_gather = 0',
  'SET jit = off',
].join('; ');

/** Prisma names a schema before each table: that of the connection. */
export function inOwnSchema(pool: Pool): SqlDriverAdapterFactory {
  const { PrismaPg } = adapterModule();
  const { provider, adapterName } = new PrismaPg(pool);
  return {
    provider,
    adapterName,
    async connect() {
      const { rows } = await pool.query('SELECT current_schema() AS schema');
      return new PrismaPg(pool, { schema: rows[0].schema }).connect();
    },
  };
}

/** A pool of connections to the primary server. */
const poolOn = (servers: PostgresServers, config: PoolConfig): PoolConfig & PostgresClientConfig => ({
  ...config,
  servers,
  Client: PostgresClient as never,
});

/** A pooler rejects these settings of a connection, so they are settings of each transaction instead. */
const serverLimits = (limits: DatabaseLimits): PoolConfig => ({
  statement_timeout: limits.statementMs,
  lock_timeout: limits.lockMs,
  idle_in_transaction_session_timeout: limits.idleInTransactionMs,
});

/** Through a pooler, a setting of a connection would stay on a connection that other clients use. */
const pooledBegin = ({ statementMs, lockMs, idleInTransactionMs }: DatabaseLimits): string =>
  `BEGIN; SET LOCAL statement_timeout = ${statementMs}; SET LOCAL lock_timeout = ${lockMs}; SET LOCAL idle_in_transaction_session_timeout = ${idleInTransactionMs}`;

function poolConfig(limits: DatabaseLimits) {
  return {
    application_name: 'gatehouse',
    max: 10,
    connectionTimeoutMillis: limits.connectOrAcquireMs,
    replyMs: limits.replyMs,
    keepAlive: true,
  };
}

type ToQuery = (statement: Statement, values: readonly unknown[]) => QueryConfig;

/** PostgreSQL prepares a named query once for each connection, and may then use one plan for all parameters. */
export const toPreparedQuery: ToQuery = ({ name, text, isPlannedEachTime }, values) => ({
  ...(!isPlannedEachTime && { name }),
  text,
  values: [...values],
});

/** Behind a pooler, the next transaction may run on a connection that has not prepared the query. */
const toUnnamedQuery: ToQuery = ({ text }, values) => ({ text, values: [...values] });

type PostgresConfig = Extract<DatabaseConfig, { kind: 'postgresql' }>;

export function openPostgres(
  { url, directUrl }: Pick<PostgresConfig, 'url' | 'directUrl'>,
  limits = databaseLimits,
  onPrimaryChange: (server: string) => void = () => {},
): Database {
  const direct = new PostgresServers(parseDatabaseUrl((directUrl ?? url).reveal()), false, onPrimaryChange);
  const pooled = directUrl ? new PostgresServers(parseDatabaseUrl(url.reveal()), true) : direct;
  const isPooled = directUrl !== null;
  const queryOf = isPooled ? toUnnamedQuery : toPreparedQuery;
  const settings: PoolConfig = isPooled
    ? { onConnect: timeZoneThroughPooler(() => openClient(pooled, limits)) }
    : { ...serverLimits(limits), onConnect: async (client) => void (await client.query(connectionSettings)) };
  const pool = new BoundedPool(poolOn(pooled, { ...poolConfig(limits), ...settings }));
  // The pool replaces a lost idle connection. Without this listener, the error would end the process.
  pool.on('error', () => {});
  const renew = () => {
    direct.suspect(null);
    pool.renew();
  };
  const reject = (error: unknown): never => {
    if (isReadOnlyError(error)) renew();
    return translateDatabaseError(error);
  };
  const notifications = new PostgresNotifications(direct);
  const beginOnPool = () => begin(pool, queryOf, isPooled ? pooledBegin(limits) : 'BEGIN');
  const prismaClient = createPrisma(() => inOwnSchema(pool), beginOnPool, reject, limits);
  return {
    get prisma() {
      return prismaClient.prisma;
    },
    transaction: prismaClient.transaction,
    async query(sql) {
      rejectInTransaction();
      return pool.query(sql).then((result) => result.rows, reject);
    },
    async run(statement, values) {
      rejectInTransaction();
      return pool.query(queryOf(statement, values)).then((result) => result.rows, reject);
    },
    renew,
    listen: (channel, handlers) => notifications.listen(channel, handlers),
    servers: () => direct.report(),
    paths: () => inspectPaths(url, directUrl).catch(translateDatabaseError),
    primaryChanges: () => direct.primaryChanges,
    pool: () => ({ total: pool.totalCount, idle: pool.idleCount, waiting: pool.waitingCount }),
    withMigrationLock: (work) => withMigrationLock(direct, work),
    shared: null,
    async close() {
      await prismaClient.disconnect();
      await pool.end();
      direct.close();
      pooled.close();
    },
  };
}

async function openClient(servers: PostgresServers, limits: DatabaseLimits): Promise<PostgresClient> {
  const { connectionTimeoutMillis, replyMs } = poolConfig(limits);
  const client = new PostgresClient({ servers, connectionTimeoutMillis, replyMs });
  await client.connect();
  return client;
}

async function begin(pool: Pool, queryOf: ToQuery, beginSql: string): Promise<TransactionConnection> {
  const client = await pool.connect();
  let isReleased = false;
  const release = (isBroken: boolean) => {
    isReleased = true;
    client.release(isBroken);
  };
  const released = (error: unknown): never => {
    release(true);
    throw error;
  };
  const end = async (sql: 'COMMIT' | 'ROLLBACK') => {
    const { command } = await client.query(sql).catch(released);
    release(false);
    return command;
  };
  await client.query(beginSql).catch(released);
  return {
    run: (statement, values) => client.query(queryOf(statement, values)).then(({ rows }) => rows),
    queries: await new (adapterModule().PrismaPg)(poolOf(client)).connect(),
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
  servers: PostgresServers,
  work: (session: MigrationSession) => Promise<Result>,
): Promise<Result> {
  const options = {
    connectionTimeoutMillis: 2000,
    application_name: 'gatehouse migrate',
    keepAlive: true,
    // The client holds the lock, so the server must notice when the client is dead.
    options: '-c tcp_keepalives_idle=10 -c tcp_keepalives_interval=5 -c tcp_keepalives_count=3',
  };
  const session = new PostgresClient({ ...options, servers });
  const pool = new Pool(poolOn(servers, { ...options, max: 1 }));
  pool.on('error', () => {});
  try {
    await session.connect().catch(translateDatabaseError);
    const lock = { text: `SELECT pg_try_advisory_lock(${migrationLock}) AS held`, query_timeout: 2500 };
    const { rows } = await session.query(lock).catch(translateDatabaseError);
    if (!rows[0]?.held) throw migrationIsRunning();
    const schema = await ownSchema(session, servers.schema);
    // The script runs on the session that holds the lock. If the client is killed, the server finishes the script and
    // keeps the lock until then.
    return await work({
      adapter: new (adapterModule().PrismaPg)(pool, { schema }),
      runScript: (script) => session.query(script),
    });
  } finally {
    session.end().catch(() => {});
    pool.end().catch(() => {});
  }
}

/** Returns the schema of the connection. Creates that of the URL: with IF NOT EXISTS, it would also need the right if it is there. */
async function ownSchema(session: PostgresClient, named: string | null): Promise<string> {
  const current = async () => (await session.query('SELECT current_schema() AS schema')).rows[0].schema;
  if (named !== null && (await current()) === null) await session.query(`CREATE SCHEMA "${named}"`);
  return current();
}
