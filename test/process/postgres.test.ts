import { Client } from 'pg';
import { createTestDatabase, onPostgres, type TestDatabase } from '../support/database';
import { doors, postJson } from '../support/doors';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { startProxy } from '../support/proxy';

/** What only several processes, or a database that can go away, can show. */
const describeOnPostgres = onPostgres ? describe : describe.skip;

const account = (email: string) => ({
  email,
  firstName: 'Ada',
  lastName: 'Lovelace',
  password: 'correct horse battery',
});

describeOnPostgres('two processes on one PostgreSQL', () => {
  let database: TestDatabase;
  let processes: GatehouseProcess[];

  beforeAll(async () => {
    database = await createTestDatabase();
    processes = await Promise.all([1, 2, 3, 4].map(() => spawnGatehouse({ DATABASE_URL: database.url })));
    await Promise.all(processes.map((gatehouse) => gatehouse.ready()));
  }, 60_000);
  afterAll(async () => {
    await Promise.all(processes.map((gatehouse) => gatehouse.signal('SIGTERM')));
    await database.drop();
  });

  test('started at once on an empty database, one migrated it and all have one key', async () => {
    const applied = processes.filter((gatehouse) => gatehouse.output().includes('migrations applied'));
    const keySets = await Promise.all(
      processes.map(async (gatehouse) => (await fetch(`${gatehouse.url}/.well-known/jwks.json`)).text()),
    );
    expect(applied).toHaveLength(1);
    expect(new Set(keySets).size).toBe(1);
  });

  test('of 50 registrations of one address at once, through both doors, one wins: 20 rounds', async () => {
    const rounds: { winners: number; taken: number }[] = [];
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) => {
          const door = doors[i % 2] ?? doors[0];
          const gatehouse = processes[(i >> 1) % 2];
          return door.register(gatehouse?.url ?? '', account(`Race.${round}@Example.com`));
        }),
      );
      rounds.push({
        winners: answers.filter((answer) => answer.success).length,
        taken: answers.filter((answer) => answer.code === 'EMAIL_TAKEN').length,
      });
    }
    expect(rounds).toEqual(Array(20).fill({ winners: 1, taken: 49 }));
  }, 120_000);
});

describeOnPostgres('a database that goes away and comes back', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let gatehouse: GatehouseProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    const server = new URL(database.url);
    proxy = await startProxy({ host: server.hostname, port: Number(server.port || 5432) });
    proxy.cut();
    server.host = `127.0.0.1:${proxy.port}`;
    gatehouse = await spawnGatehouse({ DATABASE_URL: server.href });
    while (!gatehouse.output().includes('not ready yet'))
      await new Promise((resolve) => gatehouse.child.stdout?.once('data', resolve));
  });
  afterAll(async () => {
    await gatehouse.signal('SIGTERM');
    proxy.close();
    await database.drop();
  });

  const login = () =>
    postJson(`${gatehouse.url}/auth/login`, { email: 'ada@example.com', password: 'correct horse battery' });
  const statusOfReady = async () => (await fetch(`${gatehouse.url}/readyz`)).status;

  test('absent at the start: it becomes ready by itself', async () => {
    expect(await statusOfReady()).toBe(503);
    await proxy.restore();
    await gatehouse.ready();
    const registered = await doors[0].register(gatehouse.url, account('ada@example.com'));
    expect(registered.success).toBe(true);
    expect((await login()).status).toBe(200);
  });

  test('cut: 503 at once, and 200 when it is back', async () => {
    proxy.cut();
    expect([(await login()).status, await statusOfReady()]).toEqual([503, 503]);
    await proxy.restore();
    expect([(await login()).status, await statusOfReady()]).toEqual([200, 200]);
  });

  test('a black hole: 503 in less than 3 s, and 200 when it is back', async () => {
    proxy.hold();
    const startedAt = performance.now();
    expect((await login()).status).toBe(503);
    expect(performance.now() - startedAt).toBeLessThan(3000);
    proxy.release();
    expect((await login()).status).toBe(200);
  });

  test('its backends terminated under load: 200 or 503, never 401', async () => {
    const administrator = new Client({ connectionString: database.url });
    await administrator.connect();
    const logins = Array.from({ length: 40 }, login);
    await Promise.race(logins);
    await administrator.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );
    await administrator.end();
    const statuses = new Set((await Promise.all(logins)).map((response) => response.status));
    expect([...statuses].filter((status) => status !== 200 && status !== 503)).toEqual([]);
    expect((await login()).status).toBe(200);
  });
});
