import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { type Answer, graphqlApi, restApi } from '../support/apis';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { startProxy } from '../support/proxy';
import { untilStopped } from '../support/running';
import { until } from '../support/until';

/** Faults of the database under load: the answers that clients get, their times, and the recovery. */

/** Without time limits the server would wait for hours. The output has the real times. */
const answeredWithinMs = 20_000;
/** How long clients begin requests. A fault ends after their answers, so it is longer than the time limit of an operation. */
const faultMs = 2500;
const password = 'correct horse battery';
const account = { firstName: 'Ada', lastName: 'Lovelace', password };

interface TimedAnswer {
  what: string;
  code: string;
  ms: number;
}

async function timed(what: string, answer: Promise<Answer>): Promise<TimedAnswer> {
  const startedAt = performance.now();
  const { code } = await answer;
  return { what, code: code ?? 'success', ms: performance.now() - startedAt };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

const table: string[] = [];
afterAll(() => void process.stdout.write(`${table.join('\n')}\n`));

/** Starts Gatehouse on an empty database that is absent until `proxy.restore()`. */
async function startWithoutDatabase() {
  const database = await createTestDatabase();
  const server = new URL(database.directUrl);
  const proxy = await startProxy({ host: server.hostname, port: Number(server.port || 5432) });
  proxy.cut();
  server.host = `127.0.0.1:${proxy.port}`;
  const gatehouse = await spawnGatehouse({
    DATABASE_URL: server.href,
    RATE_LIMITS: 'on',
    RATE_LIMIT_REGISTER_NETWORK: 'off',
    REFRESH_GRACE: '300',
    // Hundreds of logins must not end the session that the test uses.
    SESSIONS_PER_ACCOUNT: '1000',
  });
  const stop = untilStopped(async () => {
    await gatehouse.signal('SIGTERM');
    proxy.close();
    await database.drop();
  });
  return { database, proxy, gatehouse, stop };
}

describeWith('PostgreSQL')('a database that is absent at the start', () => {
  test('the server waits for it, and becomes ready without help', async () => {
    const { proxy, gatehouse, stop } = await startWithoutDatabase();
    const credentials = { email: 'ada@example.com', password };
    await until(async () => gatehouse.output().includes('not ready yet'));
    expect((await fetch(`${gatehouse.url}/readyz`)).status).toBe(503);
    expect(await timed('login', restApi.login(gatehouse.url, credentials))).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
    await proxy.restore();
    const startedAt = performance.now();
    await gatehouse.ready();
    table.push(`absent at the start: ready after ${seconds(performance.now() - startedAt)}`);

    await restApi.register(gatehouse.url, { ...account, ...credentials });
    expect(await restApi.login(gatehouse.url, credentials)).toMatchObject({ success: true });
    await stop();
  });
});

describeWith('PostgreSQL')('a database that fails', () => {
  let started: Awaited<ReturnType<typeof startWithoutDatabase>>;
  let database: TestDatabase;
  let administrator: Client;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let gatehouse: GatehouseProcess;
  let people = 0;
  let credentials: { email: string; password: string };
  let tokens: { jwt: string | null; refreshToken: string | null };
  let registrations = 0;
  const acknowledged: string[] = [];

  beforeAll(async () => {
    started = await startWithoutDatabase();
    ({ database, proxy, gatehouse } = started);
    administrator = new Client({ connectionString: database.directUrl });
    await administrator.connect();
    await proxy.restore();
    await gatehouse.ready();
  });
  afterAll(async () => {
    await administrator.end();
    await started.stop();
  });

  /** Failed logins of one test must not delay those of the next one. */
  beforeEach(async () => {
    credentials = { email: `ada${people++}@example.com`, password };
    await restApi.register(gatehouse.url, { ...account, ...credentials });
    tokens = await restApi.login(gatehouse.url, credentials);
    // Then every operation has run, the pool is full, and there is something to lose.
    await until(async () => {
      await askFor(100);
      return acknowledged.length > 20;
    });
  });

  /** Calls each operation once, at the same time. */
  function ask(): Promise<TimedAnswer>[] {
    const { url } = gatehouse;
    const email = `user${registrations++}@example.com`;
    const registered = restApi.register(url, { ...account, email }).then((answer) => {
      if (answer.success) acknowledged.push(email);
      return answer;
    });
    return [
      timed('login, REST', restApi.login(url, credentials)),
      timed('login, GraphQL', graphqlApi.login(url, credentials)),
      timed('me, REST', restApi.me(url, tokens.jwt)),
      timed('me, GraphQL', graphqlApi.me(url, tokens.jwt)),
      timed('refresh', restApi.refresh(url, { refreshToken: tokens.refreshToken })),
      timed('register', registered),
    ];
  }

  /** Two clients call all operations. Each waits for the answers before it continues, so a slow machine has less load. */
  async function askFor(ms: number): Promise<TimedAnswer[]> {
    const endsAt = performance.now() + ms;
    const client = async () => {
      const answers: TimedAnswer[] = [];
      while (performance.now() < endsAt) {
        answers.push(...(await Promise.all(ask())));
        await delay(100);
      }
      return answers;
    };
    return (await Promise.all([client(), client()])).flat();
  }

  async function untilItServes(): Promise<number> {
    const startedAt = performance.now();
    for (;;) {
      const round = await Promise.all(ask());
      const isReady = (await fetch(`${gatehouse.url}/readyz`)).ok;
      if (isReady && round.every(({ code }) => code === 'success')) return performance.now() - startedAt;
      await delay(50);
    }
  }

  /** Returns how many backends were terminated. */
  const terminateAll = async (condition = 'true') => {
    const { rowCount } = await administrator.query(`WITH others AS (SELECT pid, state FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid())
      SELECT pg_terminate_backend(pid) FROM others WHERE ${condition}`);
    return rowCount;
  };
  const nameOfDatabase = () => new URL(database.directUrl).pathname.slice(1);
  const slowBy = (ms: number) => ({ begin: async () => proxy.slow(ms), end: async () => proxy.slow(0) });

  interface Fault {
    /** `isAsked` returns whether clients still send requests. */
    begin(isAsked: () => boolean): Promise<unknown>;
    end(): Promise<unknown>;
    harmless?: boolean;
  }
  const faults: Record<string, Fault> = {
    cut: { begin: async () => proxy.cut(), end: () => proxy.restore() },
    'a black hole': { begin: async () => proxy.hold(), end: async () => proxy.release() },
    'slow by 50 ms': { ...slowBy(50), harmless: true },
    'slow by 1 s': slowBy(1000),
    'slow by 10 s': slowBy(10_000),
    'read-only, as after a failover': {
      async begin() {
        await administrator.query(`ALTER DATABASE ${nameOfDatabase()} SET default_transaction_read_only = on`);
        await terminateAll();
      },
      // After the end of the fault the existing connections stay read-only, because nothing ends them.
      end: () => administrator.query(`ALTER DATABASE ${nameOfDatabase()} RESET default_transaction_read_only`),
    },
    'its backends terminated again and again': {
      async begin(isAsked) {
        for (let i = 0; i < 10; i += 1) {
          // Only a backend that works for a request is missed by a client.
          while (isAsked() && (await terminateAll('EXISTS (SELECT 1 FROM others WHERE state <> $$idle$$)')) === 0) {
            await delay(1);
          }
          await delay(faultMs / 12);
        }
      },
      end: async () => {},
    },
    'all of the pool waiting for a lock': {
      // In a deadlock with a request, the request fails: it looks for one after a second.
      begin: () =>
        administrator.query(`BEGIN; SET LOCAL deadlock_timeout = '1min';
          LOCK TABLE users, sessions, rate_limits IN ACCESS EXCLUSIVE MODE`),
      end: () => administrator.query('COMMIT'),
    },
  };

  /** No failed login was counted, no connection leaked, and nothing acknowledged was lost. */
  async function expectNoTraces() {
    for (let i = 0; i < 5; i += 1) {
      const wrong = { ...credentials, password: 'wrong horse battery' };
      expect(await restApi.login(gatehouse.url, wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    }
    const connections = async (name: string) => {
      const text =
        'SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = current_database() AND application_name = $1';
      return (await administrator.query(text, [name])).rows[0]?.n;
    };
    expect(await connections('gatehouse')).toBeLessThanOrEqual(10);
    // On a busy machine, it can be late and is opened again.
    await until(async () => (await connections('gatehouse notifications')) === 1);
    const kept = await administrator.query('SELECT email FROM users');
    const emails = new Set(kept.rows.map(({ email }) => email));
    expect(acknowledged.filter((email) => !emails.has(email))).toEqual([]);
    expect(gatehouse.output()).not.toContain('"code":"INTERNAL"');
  }

  test.each(Object.entries(faults))('%s', async (name, { begin, end, harmless }) => {
    let isAsked = true;
    const asked = askFor(faultMs).finally(() => {
      isAsked = false;
    });
    // The fault starts while a working server has requests in flight.
    await Promise.all(ask());
    const answers = await begin(() => isAsked)
      .then(() => asked)
      .finally(end);
    const recoveredMs = await untilItServes();

    const served = answers.filter(({ code }) => code === 'success');
    const rejected = answers.filter(({ code }) => code === 'SERVICE_UNAVAILABLE');
    const slowest = Math.max(0, ...rejected.map(({ ms }) => ms));
    table.push(
      `${name}: ${served.length} served, ${rejected.length} rejected, the slowest after ${seconds(slowest)}; serves again after ${seconds(recoveredMs)}`,
    );
    expect(answers.filter(({ code }) => !['success', 'SERVICE_UNAVAILABLE'].includes(code))).toEqual([]);
    // A slow machine may not answer all requests within the time limit.
    if (harmless) expect(served.length).toBeGreaterThan(rejected.length);
    else expect(rejected).not.toEqual([]);
    expect(answers.filter(({ ms }) => ms > answeredWithinMs)).toEqual([]);
    await expectNoTraces();
  });
});
