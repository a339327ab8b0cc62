import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { apis, restApi } from '../support/apis';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { until } from '../support/until';

/** Tests that need several processes. */

const account = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
});

describeWith('PostgreSQL')('two processes on one PostgreSQL', () => {
  let database: TestDatabase;
  let processes: GatehouseProcess[];

  beforeAll(async () => {
    database = await createTestDatabase();
    processes = await Promise.all([1, 2].map(() => spawnGatehouse(database.env)));
    await Promise.all(processes.map((gatehouse) => gatehouse.ready()));
  });
  afterAll(async () => {
    await Promise.all(processes.map((gatehouse) => gatehouse.signal('SIGTERM')));
    await database.drop();
  });

  test('started at the same time on an empty database, one migrates it and both have the same key', async () => {
    const applied = processes.filter((gatehouse) => gatehouse.output().includes('migrations applied'));
    const keySets = await Promise.all(
      processes.map(async (gatehouse) => (await fetch(`${gatehouse.url}/.well-known/jwks.json`)).text()),
    );
    expect(applied).toHaveLength(1);
    expect(new Set(keySets).size).toBe(1);
  });

  test('a process that was stopped, or whose machine was, answers everything that it had begun', async () => {
    const [, gatehouse] = processes;
    const { url = '', child } = gatehouse ?? {};
    await restApi.register(url, account('stopped@example.com'));
    const { jwt } = await restApi.login(url, { email: 'stopped@example.com', password: 'correct horse battery' });
    const codes = new Set<string | null>();
    let isOver = false;
    const clients = Array.from({ length: 8 }, async () => {
      while (!isOver) codes.add((await restApi.me(url, jwt)).code);
    });
    await until(() => codes.size > 0);
    // More than each limit of the database and of an operation.
    child?.kill('SIGSTOP');
    await delay(3500);
    child?.kill('SIGCONT');
    await delay(500);
    isOver = true;
    await Promise.all(clients);
    expect([...codes]).toEqual([null]);
  });

  test('of 20 concurrent registrations of one address, through both APIs, one succeeds: 5 rounds', async () => {
    let answered = 0;
    for (let round = 0; round < 5; round++) {
      const email = `Race.${round}@Example.com`;
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) => {
          const api = apis[i % 2] ?? apis[0];
          const gatehouse = processes[(i >> 1) % 2];
          return api.register(gatehouse?.url ?? '', account(email));
        }),
      );
      const winners = answers.filter((answer) => answer.success).length;
      const taken = answers.filter((answer) => answer.code === 'EMAIL_TAKEN').length;
      // On a busy machine some requests are rejected because too many wait. The account may exist although its answer
      // was 503.
      const busy = answers.filter((answer) => answer.code === 'SERVICE_UNAVAILABLE').length;
      expect(winners + taken + busy).toBe(20);
      expect(winners).toBeLessThanOrEqual(1);
      if (busy === 0) expect(winners).toBe(1);
      const registerAgain = () => apis[0].register(processes[0]?.url ?? '', account(email.toUpperCase()));
      const after = await until(async () => {
        const answer = await registerAgain();
        return answer.code !== 'SERVICE_UNAVAILABLE' && answer;
      });
      expect(after.code).toBe('EMAIL_TAKEN');
      answered += winners + taken;
    }
    expect(answered).toBeGreaterThan(10);
  });
});

describeWith('PostgreSQL')('a database that rejects connections is unavailable, at the start and later', () => {
  let database: TestDatabase;
  let administrator: Client;
  let url: URL;
  /** Superusers can connect without the privilege, and beyond the limit. */
  let role: string;
  let gatehouse: GatehouseProcess;

  beforeEach(async () => {
    database = await createTestDatabase();
    role = `gatehouse_test_${randomUUID().replaceAll('-', '')}`;
    url = new URL(database.directUrl);
    const otherDatabase = new URL(url);
    otherDatabase.pathname = '/postgres';
    administrator = new Client({ connectionString: otherDatabase.href });
    await administrator.connect();
    await administrator.query(`CREATE ROLE ${role} LOGIN PASSWORD 'of the role'`);
    await administrator.query(`ALTER DATABASE ${nameOfDatabase()} OWNER TO ${role}`);
    url.username = role;
    url.password = 'of the role';
  });
  afterEach(async () => {
    await gatehouse.signal('SIGTERM');
    await database.drop();
    await administrator.query(`DROP ROLE ${role}`);
    await administrator.end();
  });

  const nameOfDatabase = () => url.pathname.slice(1);
  const firstReason = async () => {
    await until(() => gatehouse.output().includes('not ready yet') || gatehouse.child.exitCode !== null);
    return /"reason":"(.*?):/.exec(gatehouse.output())?.[1] ?? gatehouse.output();
  };
  const expectUnavailable = async () => {
    expect((await fetch(`${gatehouse.url}/readyz`)).status).toBe(503);
    for (const api of apis) {
      const answer = await api.login(gatehouse.url, { email: 'ada@example.com', password: 'correct horse battery' });
      expect(answer).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: expect.any(Number) });
    }
  };

  test.each([
    {
      what: 'the database accepts no connections (FATAL 55000)',
      reject: () => `ALTER DATABASE ${nameOfDatabase()} WITH ALLOW_CONNECTIONS false`,
      accept: () => `ALTER DATABASE ${nameOfDatabase()} WITH ALLOW_CONNECTIONS true`,
    },
    {
      what: 'the user may not connect to the database (FATAL 42501)',
      reject: () => `REVOKE CONNECT ON DATABASE ${nameOfDatabase()} FROM PUBLIC, ${role}`,
      accept: () => `GRANT CONNECT ON DATABASE ${nameOfDatabase()} TO ${role}`,
    },
    {
      what: 'the database has no free connection (53300)',
      reject: () => `ALTER DATABASE ${nameOfDatabase()} WITH CONNECTION LIMIT 0`,
      accept: () => `ALTER DATABASE ${nameOfDatabase()} WITH CONNECTION LIMIT -1`,
    },
    {
      what: 'the database rejected the user or the password (28000)',
      reject: () => `ALTER ROLE ${role} NOLOGIN`,
      accept: () => `ALTER ROLE ${role} LOGIN`,
    },
  ])('$what', async ({ what, reject, accept }) => {
    await administrator.query(reject());
    gatehouse = await spawnGatehouse({ DATABASE_URL: url.href });
    expect(await firstReason()).toBe(what);
    await expectUnavailable();
    await administrator.query(accept());
    await gatehouse.ready();

    await administrator.query(reject());
    const terminate = 'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1';
    await administrator.query(terminate, [nameOfDatabase()]);
    await until(async () => !(await fetch(`${gatehouse.url}/readyz`)).ok);
    await expectUnavailable();
    await administrator.query(accept());
    await gatehouse.ready();
  });

  test('also for any other reason', async () => {
    url.searchParams.set('options', '-c work_mem=much');
    gatehouse = await spawnGatehouse({ DATABASE_URL: url.href });
    expect(await firstReason()).toBe('the database rejects connections (FATAL 22023)');
    await expectUnavailable();
  });
});
