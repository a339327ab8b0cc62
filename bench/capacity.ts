import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createClient } from '@redis/client';
import { loadHashEngine } from '../src/accounts/passwords/hash-engine';
import { Revocations } from '../src/accounts/sessions/revocations';
import { sessionCleanUp } from '../src/accounts/sessions/session-clean-up';
import { readConfig } from '../src/compose/config';
import { openStores } from '../src/compose/stores';
import type { Listen } from '../src/platform/db/cluster/notifications';
import { createLog } from '../src/platform/observability/log';
import { msOfHash, password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { difference, type OwnPostgres, startPostgres, type Work } from './postgres';
import { fill } from './scale-data';
import { type Bench, cpuMsOf, freePort, median, newSecret, runBench, startServer } from './support';

// Measures the work of each operation: CPU time of the server, of PostgreSQL and of Redis, transactions and WAL. Work does
// not depend on what else the machine does, so one core's worth of operations follows from it.
const connections = 8;
const rounds = 5;
const filledUsers = 50_000;
/** The refresh tokens of each session that were used. One more is unused. */
const usedTokens = 9;

/** Limits apply, as in production, but reject nothing. */
const unlimited = Object.fromEntries(
  ['LOGIN_ACCOUNT', 'LOGIN_NETWORK', 'REGISTER_NETWORK', 'REFRESH_NETWORK', 'GLOBAL'].map((name) => [
    `RATE_LIMIT_${name}`,
    '10000000/60',
  ]),
);

interface Client {
  connection: Connection;
  email: string;
  jwt: string;
  refreshToken: string;
}

interface Operation {
  count: number;
  status?: number;
  request(client: Client, n: number): Buffer;
}

const bearer = (jwt: string) => ({ Authorization: `Bearer ${jwt}` });
const get = (path: string, jwt: string) =>
  Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${jwt}\r\n\r\n`);
const graphql = (query: string, variables: object, headers = {}) => jsonPost('/graphql', { query, variables }, headers);
let registered = 0;
function newEmail(): string {
  registered += 1;
  return `new${registered}@example.com`;
}

const operations: Readonly<Record<string, Operation>> = {
  'registration, REST': {
    count: 150,
    status: 201,
    request: () =>
      jsonPost('/auth/register', { email: newEmail(), first_name: 'Ada', last_name: 'Lovelace', password }),
  },
  'login, REST': {
    count: 200,
    request: ({ email }) => jsonPost('/auth/login', { email, password, scope: 'offline_access' }),
  },
  'login, GraphQL': {
    count: 200,
    request: ({ email }) =>
      graphql('mutation ($input: LoginInput!) { login(input: $input) { error { code } result { jwt } } }', {
        input: { email, password },
      }),
  },
  refresh: { count: 3000, request: ({ refreshToken }) => jsonPost('/auth/refresh', { refresh_token: refreshToken }) },
  'me, REST': { count: 5000, request: ({ jwt }) => get('/auth/me', jwt) },
  'me, GraphQL': {
    count: 5000,
    request: ({ jwt }) => graphql('{ me { id firstName lastName email createdTs lastLoginTs } }', {}, bearer(jwt)),
  },
  verify: { count: 8000, request: ({ jwt }) => get('/auth/verify', jwt) },
};

interface Cost extends Work {
  serverMs: number;
  redisMs: number;
  redisCommands: number;
}

/** `work` or `data` as argument measures only this part. */
async function main(bench: Bench): Promise<void> {
  const postgres = await startPostgres(bench, ['shared_buffers=512MB', 'max_wal_size=8GB']);
  const [part] = process.argv.slice(2);
  if (part !== 'data') {
    console.log(`a bare hash: median ${(await msOfHash()).toFixed(1)} ms of CPU`);
    await memoryOfRevocations();
    await measure(bench, postgres, false);
    await measure(bench, postgres, true);
  }
  if (part !== 'work') await data(postgres);
}

/** The memory of an instance for each session that was revoked within a day. */
async function memoryOfRevocations(): Promise<void> {
  setFlagsFromString('--expose_gc');
  const collectGarbage: () => void = runInNewContext('gc');
  const count = 1_000_000;
  const store = {
    // A text of one piece, as the driver makes it. Node joins a random UUID from pieces, which takes more memory.
    listRevokedSince: async () => Array.from({ length: count }, () => Buffer.from(randomUUID()).toString('latin1')),
    listAccountRevocationsSince: async () => [],
    revocationOf: async () => ({ isRevoked: false, tokensRevision: 0 }),
  };
  let filled: Promise<void> | undefined;
  const listen: Listen = (_channel, { catchUp }) => {
    filled = catchUp();
    return { close: async () => {} };
  };
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  const noOrganizations = { listSince: async () => [], revisionOf: async () => 0 };
  const revocations = new Revocations(store, noOrganizations, listen, () => new Date(), createLog('warn'));
  revocations.start();
  await filled;
  collectGarbage();
  const bytes = (process.memoryUsage().heapUsed - before) / revocations.size;
  console.log(`a revoked session: ${bytes.toFixed(0)} bytes in the memory of each instance`);
  await revocations.close();
}

async function measure(bench: Bench, postgres: OwnPostgres, withRedis: boolean): Promise<void> {
  const database = withRedis ? 'with_redis' : 'without_redis';
  await postgres.query(`CREATE DATABASE ${database}`);
  const redis = withRedis ? await startRedis(bench) : null;
  const { pid, port, stop } = await startServer(bench, {
    DATABASE_URL: postgres.url(database),
    GATEHOUSE_SECRET: newSecret(),
    NODE_ENV: 'production',
    HASH_QUEUE_WAIT: '60000',
    RATE_LIMITS: 'on',
    ...unlimited,
    ...(redis && { REDIS_URL: redis.url }),
  });
  const clients: Client[] = [];
  for (const email of await registerAccounts(port, connections)) {
    const connection = await Connection.open(port);
    const { body } = await connection.send(jsonPost('/auth/login', { email, password, scope: 'offline_access' }));
    const { jwt, refresh_token: refreshToken } = JSON.parse(body.toString()).result;
    clients.push({ connection, email, jwt, refreshToken });
  }
  console.log(`\nlimits in ${withRedis ? 'Redis' : 'PostgreSQL'}; the median of ${rounds} rounds (lowest to highest)`);
  console.log(
    'operation | server ms | PostgreSQL ms | transactions that write | WAL bytes | Redis ms | Redis commands',
  );
  for (const [name, operation] of Object.entries(operations)) {
    await run(clients, operation, operation.count);
    const costs: Cost[] = [];
    for (let n = 0; n < rounds; n += 1) {
      const [server, before, redisBefore] = [cpuMsOf(pid), await postgres.work(), await redis?.work()];
      await run(clients, operation, operation.count);
      const serverMs = cpuMsOf(pid) - server;
      const work = difference(before, await postgres.work());
      const redisAfter = await redis?.work();
      costs.push({
        ...work,
        serverMs,
        redisMs: (redisAfter?.cpuMs ?? 0) - (redisBefore?.cpuMs ?? 0),
        redisCommands: (redisAfter?.commands ?? 0) - (redisBefore?.commands ?? 0),
      });
    }
    const column = (of: (cost: Cost) => number, digits: number) => {
      const each = costs.map((cost) => of(cost) / operation.count);
      return `${median(each).toFixed(digits)} (${Math.min(...each).toFixed(digits)}–${Math.max(...each).toFixed(digits)})`;
    };
    const columns = [
      column(({ serverMs }) => serverMs, 3),
      column(({ cpuMs }) => cpuMs, 3),
      column(({ commits }) => commits, 1),
      column(({ walBytes }) => walBytes, 0),
      column(({ redisMs }) => redisMs, 3),
      column(({ redisCommands }) => redisCommands, 1),
    ];
    console.log([name].concat(columns).join(' | '));
  }
  for (const { connection } of clients) connection.close();
  await stop();
}

async function run(clients: readonly Client[], operation: Operation, count: number): Promise<void> {
  let left = count;
  const ask = async (client: Client) => {
    while (left > 0) {
      left -= 1;
      const { status, body } = await client.connection.send(operation.request(client, left));
      if (status !== (operation.status ?? 200) || body.includes('"errors"'))
        throw new Error(`answered with ${status}: ${body}`);
      if (operation === operations.refresh) client.refreshToken = JSON.parse(body.toString()).result.refresh_token;
    }
  };
  await Promise.all(clients.map(ask));
}

interface OwnRedis {
  url: string;
  work(): Promise<{ cpuMs: number; commands: number }>;
}

async function startRedis(bench: Bench): Promise<OwnRedis> {
  const port = await freePort();
  const server = spawn('redis-server', ['--port', `${port}`, '--bind', '127.0.0.1', '--save', ''], { stdio: 'ignore' });
  await once(server, 'spawn');
  bench.defer(async () => void server.kill());
  const url = `redis://127.0.0.1:${port}`;
  const client = createClient({ url });
  client.on('error', () => {});
  await client.connect();
  bench.defer(async () => client.destroy());
  return {
    url,
    async work() {
      const info = await client.info('everything');
      const value = (name: string) => Number(new RegExp(`^${name}:([\\d.]+)`, 'm').exec(info)?.[1]);
      const cpuMs = (value('used_cpu_user') + value('used_cpu_sys')) * 1000;
      return { cpuMs, commands: value('total_commands_processed') };
    },
  };
}

/** The bytes of a row and of its part of the indexes, right after the indexes were built. Then the clean-up of sessions. */
async function data(postgres: OwnPostgres): Promise<void> {
  await postgres.query('CREATE DATABASE filled');
  const DATABASE_URL = postgres.url('filled');
  const stores = await openStores(
    readConfig({ DATABASE_URL, GATEHOUSE_SECRET: newSecret(), NODE_ENV: 'production', PORT: '0' }),
  );
  await stores.migrate();
  const { engine } = await loadHashEngine('auto');
  await fill(DATABASE_URL, filledUsers, await engine.hash(password));
  await postgres.query(
    `INSERT INTO refresh_tokens (hash, session_id, created_ts, used_ts)
     SELECT sha256((id::text || n)::bytea), id, created_ts, created_ts FROM sessions, generate_series(1, ${usedTokens}) AS n`,
    'filled',
  );
  await postgres.query('VACUUM ANALYZE', 'filled');
  console.log('\ntable | bytes of a row | bytes of its indexes');
  for (const table of ['users', 'sessions', 'refresh_tokens', 'audit_events']) {
    const [row] = await postgres.query(
      `SELECT pg_table_size('${table}') / count(*) AS row, pg_indexes_size('${table}') / count(*) AS indexes FROM ${table}`,
      'filled',
    );
    console.log([table, row?.row, row?.indexes].join(' | '));
  }
  const [sessions] = sessionCleanUp(stores.sessionCleanUp, 604_800);
  const before = await postgres.work();
  const startedAt = performance.now();
  const later = new Date(Date.now() + 100 * 86_400_000);
  const removed = (await sessions?.run(later, new AbortController().signal, stores.sql)) ?? 0;
  const s = (performance.now() - startedAt) / 1000;
  const { cpuMs, walBytes } = difference(before, await postgres.work());
  const rows = removed * (2 + usedTokens);
  const each = `${((cpuMs / rows) * 1000).toFixed(1)} µs of CPU and ${(walBytes / rows).toFixed(0)} bytes of WAL for each row`;
  console.log(
    `\nthe clean-up removed ${removed} sessions, ${rows} rows with their refresh tokens, in ${s.toFixed(1)} s: ${each}`,
  );
  await stores.close();
}

void runBench(1200, main);
