import { randomBytes } from 'node:crypto';
import { apis, restApi } from '../support/apis';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { redisUrl } from '../support/limits';
import { describeWith } from '../support/needs';
import { type GatehouseProcess, spawnGatehouse } from '../support/process';
import { startProxy } from '../support/proxy';
import { until } from '../support/until';

/** Several processes share the counts of the limits, also while the store of the counts is unavailable. */

const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
const wrong = { email: 'Ada@Example.com', password: 'wrong horse battery' };

const stores = [
  { store: 'PostgreSQL', env: {} },
  { store: 'Redis', env: { REDIS_URL: redisUrl ?? '' } },
] as const;

for (const { store, env } of stores) {
  describeWith('PostgreSQL', store)(`two processes that count in ${store}`, () => {
    let database: TestDatabase;
    let processes: GatehouseProcess[];

    beforeAll(async () => {
      database = await createTestDatabase();
      const settings = {
        ...database.env,
        GATEHOUSE_SECRET: randomBytes(32).toString('base64'),
        RATE_LIMITS: 'on',
        RATE_LIMIT_LOGIN_NETWORK: 'off',
        ...env,
      };
      processes = await Promise.all([1, 2].map(() => spawnGatehouse(settings)));
      await Promise.all(processes.map((gatehouse) => gatehouse.ready()));
    });
    afterAll(async () => {
      await Promise.all(processes.map((gatehouse) => gatehouse.signal('SIGTERM')));
      await database.drop();
    });

    test('100 wrong passwords at the same time are five hashes, and one more for each pause that has passed', async () => {
      await restApi.register(processes[0]?.url ?? '', account);
      const startedAt = performance.now();
      const answers = await Promise.all(
        Array.from({ length: 100 }, (_, i) =>
          (apis[i % 2] ?? restApi).login(processes[(i >> 1) % 2]?.url ?? '', wrong),
        ),
      );
      const tookMs = performance.now() - startedAt;
      const hashed = answers.filter(({ code }) => code === 'INVALID_CREDENTIALS').length;
      const limited = answers.filter(({ limit }) => limit === 'LOGIN_ACCOUNT').length;
      process.stdout.write(`100 wrong passwords in ${tookMs.toFixed(0)} ms: ${hashed} hashed, ${limited} limited\n`);
      const shed = answers.filter(({ code }) => code === 'SERVICE_UNAVAILABLE').length;
      expect(hashed + limited + shed).toBe(100);
      // A busy machine may hash fewer passwords in this time.
      expect(limited).toBeGreaterThan(0);
      expect(hashed).toBeGreaterThan(0);
      expect(hashed).toBeLessThanOrEqual(
        5 + [1000, 3000, 7000, 15_000, 31_000, 63_000].filter((pause) => tookMs >= pause).length,
      );
    });
  });
}

describeWith('PostgreSQL', 'Redis')('a Redis that goes away and comes back', () => {
  let database: TestDatabase;
  let proxy: Awaited<ReturnType<typeof startProxy>>;
  let gatehouse: GatehouseProcess;

  beforeAll(async () => {
    database = await createTestDatabase();
    const redis = new URL(redisUrl ?? '');
    proxy = await startProxy({ host: redis.hostname, port: Number(redis.port || 6379) });
    proxy.cut();
    redis.host = `127.0.0.1:${proxy.port}`;
    gatehouse = await spawnGatehouse({
      ...database.env,
      GATEHOUSE_SECRET: randomBytes(32).toString('base64'),
      REDIS_URL: redis.href,
      RATE_LIMITS: 'on',
      RATE_LIMIT_LOGIN_NETWORK: 'off',
    });
    await gatehouse.ready();
    await restApi.register(gatehouse.url, account);
  });
  afterAll(async () => {
    await gatehouse.signal('SIGTERM');
    proxy.close();
    await database.drop();
  });

  /** Returns how many wrong passwords pass before one is limited, at most ten. */
  async function countPassing(email: string): Promise<number> {
    for (let passed = 0; passed < 10; passed += 1) {
      const { code, limit } = await restApi.login(gatehouse.url, { ...wrong, email });
      if (limit === 'LOGIN_ACCOUNT') return passed;
      expect(code).toBe('INVALID_CREDENTIALS');
    }
    return 10;
  }
  /** On a busy machine the first pauses (1, 2 and 4 s) can end before the next login. */
  const isLimited = (passed: number) => passed >= 5 && passed < 9;
  const logged = (text: string, times: number) => until(async () => gatehouse.output().split(text).length > times);

  test('while it is away, at the start and later, the process counts for itself, and logins succeed', async () => {
    expect(isLimited(await countPassing('a@example.com'))).toBe(true);
    expect((await restApi.login(gatehouse.url, { email: account.email, password })).success).toBe(true);

    await proxy.restore();
    await logged('Redis up', 1);
    expect(isLimited(await countPassing('b@example.com'))).toBe(true);

    proxy.hold();
    // The server answers within its own time limit of an operation.
    expect((await restApi.login(gatehouse.url, { email: account.email, password })).success).toBe(true);
    await logged('Redis down', 2);
    expect(isLimited(await countPassing('c@example.com'))).toBe(true);
    proxy.release();
    await logged('Redis up', 2);
    expect(isLimited(await countPassing('d@example.com'))).toBe(true);
  });
});
