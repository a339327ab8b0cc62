import { readdirSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { password, registerAccounts } from './accounts';
import { Connection, jsonPost } from './connection';
import { type Bench, createDatabase, memoryOf, newSecret, runBench, startServer } from './support';

// Runs all operations of clients for a long time. Checks that memory, handles, connections and 5xx responses do not
// grow.
const minutes = Number(process.env.SOAK_MINUTES ?? 10);
const accounts = 64;
const bounds = { grownMB: 60, handles: 20 };

/** Requests per second of each operation. */
const mix: Record<string, number> = {
  login: 10,
  'wrong password': 2,
  'unknown address': 2,
  register: 1,
  'login, GraphQL': 5,
  'me, GraphQL': 20,
  me: 20,
  verify: 40,
  refresh: 20,
  'key set': 5,
  'no JSON': 2,
  'not found': 2,
  'gone before the answer': 5,
};

async function main(bench: Bench): Promise<void> {
  const DATABASE_URL = await createDatabase(bench);
  const settings = {
    RATE_LIMITS: 'on',
    RATE_LIMIT_LOGIN_NETWORK: '100000/60',
    RATE_LIMIT_REGISTER_NETWORK: '100000/60',
    RATE_LIMIT_REFRESH_NETWORK: '100000/60',
  };
  const server = await startServer(bench, { DATABASE_URL, GATEHOUSE_SECRET: newSecret(), ...settings });
  const emails = await registerAccounts(server.port, accounts);
  const requests = await requestsOf(server.port, emails);
  const counts = new Map<number, number>();
  const stopped = new AbortController();
  const working = Object.entries(mix).map(([name, perSecond]) =>
    ask(
      server.port,
      requests[name] ?? (() => Buffer.alloc(0)),
      perSecond,
      name.startsWith('gone'),
      counts,
      stopped.signal,
    ),
  );

  const handles = () => readdirSync(`/proc/${server.pid}/fd`).length;
  const samples: { mb: number; handles: number }[] = [];
  for (let minute = 1; minute <= minutes; minute += 1) {
    await delay(60_000);
    const sample = { mb: memoryOf(server.pid).resident, handles: handles() };
    samples.push(sample);
    const answers = [...counts].sort(([a], [b]) => a - b).map(([status, n]) => `${status || 'gone'}: ${n}`);
    console.log(`${minute} min: ${sample.mb.toFixed(0)} MB, ${sample.handles} handles; ${answers.join(', ')}`);
  }
  stopped.abort();
  await Promise.all(working);

  // In the first third, V8 compiles and the pools and bounded caches fill.
  const [early, last] = [samples[Math.floor(samples.length / 3)], samples.at(-1)];
  const grown = (last?.mb ?? 0) - (early?.mb ?? 0);
  const opened = (last?.handles ?? 0) - (early?.handles ?? 0);
  const failed = [...counts].filter(([status]) => status >= 500).reduce((sum, [, n]) => sum + n, 0);
  bench.bound(
    `memory grew by ${grown.toFixed(0)} MB after the first third (at most ${bounds.grownMB})`,
    grown <= bounds.grownMB,
  );
  bench.bound(`${opened} more handles (at most ${bounds.handles})`, opened <= bounds.handles);
  bench.bound(`${failed} answers of 5xx (none)`, failed === 0);
}

async function ask(
  port: number,
  next: () => Buffer | { request: Buffer; read(body: Buffer): void },
  perSecond: number,
  leaves: boolean,
  counts: Map<number, number>,
  signal: AbortSignal,
): Promise<void> {
  let connection = await Connection.open(port);
  const count = (status: number) => counts.set(status, (counts.get(status) ?? 0) + 1);
  while (!signal.aborted) {
    const startedAt = performance.now();
    const made = next();
    const { request, read } = Buffer.isBuffer(made) ? { request: made, read: () => {} } : made;
    const answer = connection.send(request).then(
      ({ status, body }) => {
        if (status === 200) read(body);
        count(status);
      },
      () => count(0),
    );
    if (leaves) {
      await delay(3);
      connection.close();
      connection = await Connection.open(port);
    }
    await answer;
    await delay(Math.max(1, 1000 / perSecond - (performance.now() - startedAt)));
  }
  connection.close();
}

async function requestsOf(port: number, emails: readonly string[]) {
  const connection = await Connection.open(port);
  const login = jsonPost('/auth/login', { email: emails[0], password, scope: 'offline_access' });
  const { body } = await connection.send(login);
  connection.close();
  const first = JSON.parse(body.toString()).result;
  let refreshToken: string = first.refresh_token;
  let n = 0;
  const some = () => emails[n++ % emails.length];
  const get =
    (path: string, headers = '') =>
    () =>
      Buffer.from(`GET ${path} HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  const bearer = `Authorization: Bearer ${first.jwt}\r\n`;
  const graphql = (query: string, variables = {}) => jsonPost('/graphql', { query, variables });
  const me = graphql('{ me { id email } }').toString();
  return {
    login: () => jsonPost('/auth/login', { email: some(), password }),
    'wrong password': () => jsonPost('/auth/login', { email: some(), password: 'wrong horse battery' }),
    'unknown address': () => jsonPost('/auth/login', { email: `unknown${n++}@example.com`, password }),
    register: () =>
      jsonPost('/auth/register', {
        email: `new${n++}@example.com`,
        first_name: 'Ada',
        last_name: 'Lovelace',
        password,
      }),
    'login, GraphQL': () =>
      graphql('mutation ($i: LoginInput!) { login(input: $i) { success } }', { i: { email: some(), password } }),
    'me, GraphQL': () => Buffer.from(me.replace('\r\n\r\n', `\r\n${bearer}\r\n`)),
    me: get('/auth/me', bearer),
    verify: get('/auth/verify', bearer),
    refresh: () => ({
      request: jsonPost('/auth/refresh', { refresh_token: refreshToken }),
      read: (answer: Buffer) => {
        refreshToken = JSON.parse(answer.toString()).result.refresh_token;
      },
    }),
    'key set': get('/.well-known/jwks.json'),
    'no JSON': () => Buffer.from(jsonPost('/auth/login', {}).toString().replace('{}', '{x')),
    'not found': get('/nowhere'),
    'gone before the answer': () => jsonPost('/auth/login', { email: some(), password }),
  } as Record<string, () => Buffer | { request: Buffer; read(body: Buffer): void }>;
}

void runBench(minutes * 60 + 60, main);
