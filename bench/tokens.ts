import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Client } from 'pg';
import { password, registerAccounts } from './accounts';
import type { Baseline } from './baselines';
import { Connection, jsonPost } from './connection';
import { type Bench, cpuMsOf, createDatabase, median, newSecret, runBench, startServer } from './support';

// Measures forward auth (`/auth/verify`), `me` and `refresh`. Compares the first two with the bare framework that sends
// the same response. Measures all of them again with a million revoked sessions. Compares forward auth with an API key and with
// an access token by the CPU time of the server.
const connections = 32;
const rounds = 3;
const roundMs = 4000;
const warmUpMs = 5000;
const revokedSessions = 1_000_000;
const bounds = { verify: 0.8, key: 0.7, me: 0.5, refreshes: 400, change: 0.1 };

const userFields =
  'id firstName lastName email isSuperAdmin disabled emailVerified telVerified tel company companyIdNumber companyIdUrl createdTs updatedTs lastLoginTs';

interface Rates {
  verify: number;
  bareVerify: number;
  me: number;
  bareMe: number;
  refresh: number;
}

async function main(bench: Bench): Promise<void> {
  const DATABASE_URL = await createDatabase(bench);
  const env = { DATABASE_URL, GATEHOUSE_SECRET: newSecret(), NODE_ENV: 'production', API_KEYS: 'on' };
  const server = await startServer(bench, env);
  const emails = await registerAccounts(server.port, connections);
  const logins = await Promise.all(emails.map((email) => logIn(server.port, email)));
  const jwt = logins[0]?.jwt ?? '';
  const bare = await startBaselines(bench, await baselineOf(server.port, jwt));
  const tokens = logins.map((login) => login.refreshToken);

  const keys = await compareKey(server, jwt, await createKey(server.port, DATABASE_URL, jwt));
  const few = await measure(server.port, bare, jwt, tokens);
  await fillWithRevoked(DATABASE_URL);
  const many = await measure(server.port, bare, jwt, tokens);

  report('few sessions', few);
  report(`${revokedSessions} revoked sessions`, many);
  const [verify, me] = [few.verify / few.bareVerify, few.me / few.bareMe];
  bench.bound(`verify ÷ bare Express = ${verify.toFixed(2)} (at least ${bounds.verify})`, verify >= bounds.verify);
  const all = keys.map((ratio) => ratio.toFixed(2)).join(', ');
  const key = median(keys);
  bench.bound(
    `verify with an API key ÷ with an access token = ${key.toFixed(2)} (${all}; at least ${bounds.key})`,
    key >= bounds.key,
  );
  bench.bound(`me ÷ bare Apollo = ${me.toFixed(2)} (at least ${bounds.me})`, me >= bounds.me);
  bench.bound(
    `${few.refresh.toFixed(0)} refreshes a second (at least ${bounds.refreshes})`,
    few.refresh >= bounds.refreshes,
  );
  const kept = {
    verify: many.verify / many.bareVerify / verify,
    me: many.me / many.bareMe / me,
    refresh: many.refresh / few.refresh,
  };
  for (const [name, ratio] of Object.entries(kept)) {
    const text = `${name} with a million revoked sessions: ${ratio.toFixed(2)} of what it was`;
    bench.bound(`${text} (at least ${1 - bounds.change})`, ratio >= 1 - bounds.change);
  }
}

async function measure(port: number, bare: number, jwt: string, tokens: string[]): Promise<Rates> {
  const verify = verifyWith(jwt);
  const me = graphqlPost(`{ me { ${userFields} } }`, jwt);
  const samples: Rates[] = [];
  for (const [at, request] of [
    [port, verify],
    [bare, verify],
    [port, me],
    [bare, me],
  ] as const)
    await rateOf(at, request, warmUpMs);
  await refreshRate(port, tokens, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    samples.push({
      bareVerify: await rateOf(bare, verify, roundMs),
      verify: await rateOf(port, verify, roundMs),
      bareMe: await rateOf(bare, me, roundMs),
      me: await rateOf(port, me, roundMs),
      refresh: await refreshRate(port, tokens, roundMs),
    });
  }
  const medianOf = (name: keyof Rates) => median(samples.map((sample) => sample[name]));
  return {
    verify: medianOf('verify'),
    bareVerify: medianOf('bareVerify'),
    me: medianOf('me'),
    bareMe: medianOf('bareMe'),
    refresh: medianOf('refresh'),
  };
}

const verifyWith = (secret: string): Buffer =>
  Buffer.from(`GET /auth/verify HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${secret}\r\n\r\n`);

/** Returns for each round how many answers the server gives to the key in the CPU time of one to the access token. */
async function compareKey({ pid, port }: { pid: number; port: number }, jwt: string, key: string): Promise<number[]> {
  const ratios: number[] = [];
  const answersPerCpuMs = async (secret: string, ms: number) => {
    const before = cpuMsOf(pid);
    return ((await rateOf(port, verifyWith(secret), ms)) * ms) / (cpuMsOf(pid) - before);
  };
  for (const secret of [jwt, key]) await answersPerCpuMs(secret, warmUpMs);
  for (let round = 0; round < rounds; round += 1) {
    const ofToken = await answersPerCpuMs(jwt, roundMs);
    ratios.push((await answersPerCpuMs(key, roundMs)) / ofToken);
  }
  return ratios;
}

/** Returns the answers per second on all connections. Each answer must have the status 200. */
async function rateOf(port: number, request: Buffer, ms: number): Promise<number> {
  return rate(port, ms, async (connection) => {
    const { status, body } = await connection.send(request);
    if (status !== 200) throw new Error(`answered with ${status}: ${body}`);
  });
}

/** Returns the refreshes per second. Each connection exchanges its own token. */
async function refreshRate(port: number, tokens: string[], ms: number): Promise<number> {
  return rate(port, ms, async (connection, i) => {
    const { status, body } = await connection.send(jsonPost('/auth/refresh', { refresh_token: tokens[i] }));
    if (status !== 200) throw new Error(`a refresh was answered with ${status}: ${body}`);
    tokens[i] = JSON.parse(body.toString()).result.refresh_token;
  });
}

async function rate(
  port: number,
  ms: number,
  ask: (connection: Connection, i: number) => Promise<void>,
): Promise<number> {
  const deadline = performance.now() + ms;
  let done = 0;
  const client = async (i: number) => {
    const connection = await Connection.open(port);
    while (performance.now() < deadline) {
      await ask(connection, i);
      done += 1;
    }
    connection.close();
  };
  await Promise.all(Array.from({ length: connections }, (_, i) => client(i)));
  return (done * 1000) / ms;
}

function graphqlPost(query: string, jwt: string): Buffer {
  const text = JSON.stringify({ query });
  const head = `POST /graphql HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nAuthorization: Bearer ${jwt}`;
  return Buffer.from(`${head}\r\nContent-Length: ${text.length}\r\n\r\n${text}`);
}

async function logIn(port: number, email: string): Promise<{ jwt: string; refreshToken: string }> {
  const connection = await Connection.open(port);
  const { body } = await connection.send(jsonPost('/auth/login', { email, password, scope: 'offline_access' }));
  connection.close();
  const { jwt, refresh_token: refreshToken } = JSON.parse(body.toString()).result;
  return { jwt, refreshToken };
}

/** Only a verified address gets a key. */
async function createKey(port: number, connectionString: string, jwt: string): Promise<string> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query('UPDATE users SET email_verified = true');
  await client.end();
  const connection = await Connection.open(port);
  const input = { name: 'Benchmark', currentPassword: password };
  const { body } = await connection.send(jsonPost('/auth/keys', input, { Authorization: `Bearer ${jwt}` }));
  connection.close();
  return JSON.parse(body.toString()).result.key;
}

async function baselineOf(port: number, jwt: string): Promise<Baseline> {
  const headers = { Authorization: `Bearer ${jwt}`, 'Content-Type': 'application/json' };
  const verify = await fetch(`http://127.0.0.1:${port}/auth/verify`, { headers });
  const body = JSON.stringify({ query: `{ me { ${userFields} } }` });
  const me = await fetch(`http://127.0.0.1:${port}/graphql`, { method: 'POST', headers, body });
  const perConnection = new Set(['connection', 'keep-alive', 'date', 'content-length']);
  return {
    get: {
      path: '/auth/verify',
      headers: Object.fromEntries([...verify.headers].filter(([name]) => !perConnection.has(name))),
      body: await verify.text(),
    },
    schema: readFileSync(path.join(__dirname, '../schema.graphql'), 'utf8'),
    me: JSON.parse(await me.text()).data.me,
  };
}

async function startBaselines(bench: Bench, baseline: Baseline): Promise<number> {
  const child = fork(path.join(__dirname, 'baselines.ts'), { env: { ...process.env, NODE_ENV: 'production' } });
  bench.defer(async () => child.kill());
  child.send(baseline);
  const [port] = (await once(child, 'message')) as [number];
  return port;
}

/**
 * Inserts sessions that were revoked longer ago than the lifetime of an access token, as most are in such a large
 * table.
 */
async function fillWithRevoked(connectionString: string): Promise<void> {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(`
    INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, revoked_ts, revoked_reason)
    SELECT gen_random_uuid(), (SELECT id FROM users LIMIT 1), now() - interval '3 days', now() - interval '2 days',
      now() + interval '27 days', now() - interval '2 days', 'logout'
    FROM generate_series(1, ${revokedSessions})`);
  await client.query('ANALYZE sessions');
  await client.end();
}

function report(name: string, { verify, bareVerify, me, bareMe, refresh }: Rates): void {
  const show = (rate: number) => rate.toFixed(0);
  console.log(
    `${name}: verify ${show(verify)} (bare ${show(bareVerify)}), me ${show(me)} (bare ${show(bareMe)}), refresh ${show(refresh)} a second`,
  );
}

void runBench(400, main);
