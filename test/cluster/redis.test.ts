import { randomInt, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { defaultTimeLimits } from '../../src/compose/shared';
import { postJson } from '../support/apis';
import { spawnCli } from '../support/cli';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith, isThere } from '../support/needs';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';
import { type RedisProcess, type RedisProgram, redisPrograms, startRedis, startSentinel } from '../support/redis';
import { makeCertificate } from '../support/smtp';
import { until } from '../support/until';

/**
 * A Redis that is replaced under load, with two instances. `FAILOVERS` is how often each fault is repeated. Without it, only
 * one program is run with Sentinel.
 */

const times = Number(process.env.FAILOVERS ?? 1);
const password = 'correct horse battery';
const wrongPassword = 'wrong horse battery';
const people = 3;
/** A login has a limit of 2800 ms. A machine that does much else is slower. */
const longestAnswerMs = 20_000;
/** After this time without an answer of Redis, an instance counts the attempt for itself. */
const lateMs = defaultTimeLimits.redisMs;
/** An instance waits for Redis once. The rest is for a machine that does much else. */
const longestLimiterMs = 5000;

interface Instance {
  gatehouse: GatehouseProcess;
  metricsUrl: string;
}

async function startInstances(databaseUrl: string, REDIS_URL: string): Promise<Instance[]> {
  const instances: Instance[] = [];
  for (const _ of [1, 2]) {
    const METRICS_PORT = String(await freePort());
    const settings = { DATABASE_URL: databaseUrl, REDIS_URL, METRICS_PORT, RATE_LIMITS: 'on', TRUST_PROXY: '1' };
    const gatehouse = await spawnGatehouse(settings);
    await gatehouse.ready();
    instances.push({ gatehouse, metricsUrl: `http://127.0.0.1:${METRICS_PORT}/metrics` });
  }
  return instances;
}

async function isUp({ metricsUrl }: Instance): Promise<boolean> {
  return (await (await fetch(metricsUrl)).text()).includes('\ngatehouse_limit_store_up 1\n');
}
const areUp = async (instances: readonly Instance[]) => (await Promise.all(instances.map(isUp))).every((up) => up);
const areDown = async (instances: readonly Instance[]) => !(await Promise.all(instances.map(isUp))).some((up) => up);

interface Sent {
  status: number;
  body: { code?: string; limit?: string; result?: { refresh_token?: string } };
  ms: number;
}

/** `address` is the IP address of the client. */
async function send(url: string, path: string, body: unknown, address: string): Promise<Sent> {
  const startedAt = performance.now();
  const answer = await postJson(`${url}${path}`, body, { 'X-Forwarded-For': address });
  return { status: answer.status, body: (await answer.json()) as Sent['body'], ms: performance.now() - startedAt };
}

const login = (url: string, email: string, address: string, given = password) =>
  send(url, '/auth/login', { email, password: given, scope: 'offline_access' }, address);
/** A network may register 20 accounts an hour, so each registration has its own. */
const register = (url: string, email: string) =>
  send(
    url,
    '/auth/register',
    { email, password, first_name: 'Ada', last_name: 'Lovelace' },
    `203.${randomInt(200)}.${randomInt(250)}.${randomInt(250)}`,
  );

/** Each person has a network of their own. */
const emailOf = (i: number) => `user${i}@example.com`;
const addressOf = (i: number) => `198.51.${i}.7`;
const newEmail = () => `new${randomUUID()}@example.com`;

/** People who sign in, refresh and register on both instances, and an attacker who guesses the password of one account. */
class Load {
  /** What people got instead of a success. */
  readonly rejected: string[] = [];
  readonly attacks: Record<string, number> = {};
  served = 0;
  /** A machine that does much else does not answer each login in time. */
  unavailable = 0;
  slowestMs = 0;
  private isRunning = true;
  private readonly done: Promise<unknown>;

  constructor(private readonly urls: readonly string[]) {
    const attacked = newEmail();
    this.done = Promise.all([
      ...Array.from({ length: people }, (_, i) => this.live(i)),
      ...urls.map((url) => this.attack(url, attacked)),
    ]);
  }

  async stop(): Promise<void> {
    this.isRunning = false;
    await this.done;
  }

  private note({ status, body, ms }: Sent, what: string): void {
    this.slowestMs = Math.max(this.slowestMs, ms);
    this.served += 1;
    if (status === 503) this.unavailable += 1;
    else if (status !== 200 && status !== 201)
      this.rejected.push(`${what}: ${status} ${body.code} ${body.limit ?? ''}`);
  }

  private async live(i: number): Promise<void> {
    for (let round = i; this.isRunning; round += 1) {
      const url = this.urls[round % this.urls.length] ?? '';
      const loggedIn = await login(url, emailOf(i), addressOf(i));
      this.note(loggedIn, 'login');
      const refresh_token = loggedIn.body.result?.refresh_token;
      if (refresh_token) this.note(await send(url, '/auth/refresh', { refresh_token }, addressOf(i)), 'refresh');
      if (round % 5 === 0) this.note(await register(url, newEmail()), 'register');
      await delay(500);
    }
  }

  private async attack(url: string, attacked: string): Promise<void> {
    while (this.isRunning) {
      const { status, body } = await login(url, attacked, '192.0.2.66', wrongPassword);
      const outcome = body.limit ?? String(status);
      this.attacks[outcome] = (this.attacks[outcome] ?? 0) + 1;
      await delay(100);
    }
  }
}

/** Returns the times that requests spent on their limits, according to what was logged after the first `from` characters. */
const limiterTimes = ({ gatehouse }: Instance, from = 0): number[] =>
  Array.from(
    gatehouse
      .output()
      .slice(from)
      .matchAll(/"limiter":([\d.]+)/g),
    ([, ms]) => Number(ms),
  );

interface Guesses {
  /** How many passwords were compared. */
  guesses: number;
  tookMs: number;
  /** Whether an answer of Redis may have been late. */
  isLate: boolean;
}

/** Sends wrong passwords of one account to the instances in turns. */
async function countGuesses(instances: readonly Instance[]): Promise<Guesses> {
  const email = newEmail();
  const startedAt = performance.now();
  const from = instances.map(({ gatehouse }) => gatehouse.output().length);
  const times = () => instances.flatMap((instance, i) => limiterTimes(instance, from[i]));
  const sent = 24;
  let guesses = 0;
  // A slow machine gives up a login now and then. That compares no password.
  for (let i = 0, unanswered = 0; i < sent + unanswered && unanswered < sent; i += 1) {
    const instance = instances[i % instances.length];
    const { status, body } = await login(instance?.gatehouse.url ?? '', email, '192.0.3.7', wrongPassword);
    if (status === 401) guesses += 1;
    else if (status === 503) unanswered += 1;
    else expect(body).toMatchObject({ limit: 'LOGIN_ACCOUNT' });
  }
  const tookMs = performance.now() - startedAt;
  await until(async () => times().length >= sent);
  return { guesses, tookMs, isLate: Math.max(...times()) >= lateMs };
}

/** Five guesses are free, and one passes after each pause of 1, 2, 4 … seconds. */
const allowed = (tookMs: number) => 5 + [1, 3, 7, 15, 31, 63, 123].filter((seconds) => tookMs >= seconds * 1000).length;

async function expectSharedCounts(instances: readonly Instance[]): Promise<void> {
  let counted = await countGuesses(instances);
  // On a busy machine. Then an instance has counted an attempt for itself.
  while (counted.isLate) counted = await countGuesses(instances);
  expect(counted.guesses).toBeGreaterThanOrEqual(5);
  expect(counted.guesses).toBeLessThanOrEqual(allowed(counted.tookMs));
}

async function expectOwnCounts(instances: readonly Instance[]): Promise<void> {
  const { guesses, tookMs } = await countGuesses(instances);
  expect(guesses).toBeGreaterThanOrEqual(5 * instances.length);
  // On a slow machine, Redis can be back before the last guess, and count for itself.
  expect(guesses).toBeLessThanOrEqual(allowed(tookMs) * (instances.length + 1));
}

/** Every person signs in on every instance, also after four wrong passwords. */
async function expectNoLockOut(instances: readonly Instance[]): Promise<void> {
  const email = newEmail();
  const address = '198.51.100.99';
  expect(await register(instances[0]?.gatehouse.url ?? '', email)).toMatchObject({ status: 201 });
  for (const { gatehouse } of instances) {
    for (let i = 0; i < people; i += 1) {
      expect(await login(gatehouse.url, emailOf(i), addressOf(i))).toMatchObject({ status: 200 });
    }
    for (let i = 0; i < 4; i += 1) {
      expect(await login(gatehouse.url, email, address, wrongPassword)).toMatchObject({ status: 401 });
    }
    expect(await login(gatehouse.url, email, address)).toMatchObject({ status: 200 });
  }
}

/** Returns the longest time that a request spent on its limits, according to the log. */
const longestLimiter = (instances: readonly Instance[]): number =>
  Math.max(0, ...instances.flatMap((instance) => limiterTimes(instance)));

/** Whether the counts of the logins that succeeded were undone: only the attacker has failed. */
async function keepsOnlyFailures(server: RedisProcess): Promise<boolean> {
  const counts = async (pattern: string) => {
    let sum = 0;
    for (const key of (await server.command('KEYS', pattern)) as string[]) {
      if (Number(await server.command('GET', key)) > 0) sum += 1;
    }
    return sum;
  };
  return (await counts('gatehouse:LOGIN_ACCOUNT:attempts:*')) <= 1 && (await counts('gatehouse:LOGIN_NETWORK:*')) <= 1;
}

const log = (line: string) => process.stdout.write(`${line}\n`);
const report = (what: string, tookMs: number, load: Load, instances: readonly Instance[]) =>
  log(
    `${what}: counted in Redis again after ${tookMs.toFixed(0)} ms; ${load.served} answers to people, ${load.rejected.length} rejected, ${load.unavailable} with 503, slowest ${load.slowestMs.toFixed(0)} ms; slowest limits ${longestLimiter(instances).toFixed(0)} ms; attacker ${JSON.stringify(load.attacks)}`,
  );

function expectServed(load: Load, instances: readonly Instance[]): void {
  expect(load.rejected).toEqual([]);
  expect(load.served).toBeGreaterThan(people);
  expect(load.unavailable).toBeLessThanOrEqual(load.served / 10);
  expect(load.slowestMs).toBeLessThan(longestAnswerMs);
  expect(longestLimiter(instances)).toBeGreaterThan(0);
  expect(longestLimiter(instances)).toBeLessThan(longestLimiterMs);
}

function describeWithEach(
  programs: readonly RedisProgram[],
  title: string,
  declare: (name: string, program: RedisProgram) => void,
): void {
  for (const program of programs) {
    describeWith(
      'PostgreSQL',
      'openssl',
      program.need,
    )(`${title}: ${program.name}`, () => declare(program.name, program));
  }
}
const repeated = <Fault extends string>(...faults: Fault[]): Fault[] =>
  Array.from({ length: times }, () => faults).flat();

describeWithEach(redisPrograms, 'one server', (name, program) => {
  let database: TestDatabase;
  let redis: RedisProcess;
  let instances: Instance[];
  const urls = () => instances.map(({ gatehouse }) => gatehouse.url);

  beforeAll(async () => {
    database = await createTestDatabase();
    redis = await startRedis(program);
    instances = await startInstances(database.url, `redis://127.0.0.1:${redis.port}`);
    await until(() => areUp(instances));
    for (let i = 0; i < people; i += 1) await register(urls()[0] ?? '', emailOf(i));
  });
  afterAll(async () => {
    await Promise.all(instances.map(({ gatehouse }) => gatehouse.signal('SIGTERM')));
    await redis.stop();
    await database.drop();
  });

  test.each(repeated('SIGTERM', 'SIGKILL'))('ends with %s, and starts again with an empty memory', async (signal) => {
    await expectSharedCounts(instances);
    const load = new Load(urls());
    await delay(500);
    redis.child.kill(signal);
    await until(() => areDown(instances));
    await redis.stop();
    await expectOwnCounts(instances);
    redis = await startRedis(program, [], redis.port);
    const startedAt = performance.now();
    await until(() => areUp(instances));
    const tookMs = performance.now() - startedAt;
    await delay(500);
    await load.stop();
    report(`${name}, ${signal}`, tookMs, load, instances);
    expectServed(load, instances);
    await until(() => keepsOnlyFailures(redis));
    await expectSharedCounts(instances);
    await expectNoLockOut(instances);
  });
});

/** What the doctor says about Redis, and what it writes to standard error. */
async function examineRedis(env: Record<string, string>): Promise<{ finding: string; err: string }> {
  const settings = { GATEHOUSE_SECRET: testSecret, ...env };
  const { out, err } = await spawnCli(settings, ['doctor', '--json', '--no-hashing']);
  const { findings } = JSON.parse(out) as { findings: { check: string; verdict: string; says: string }[] };
  const found = findings.find(({ check }) => check === 'Redis');
  return { finding: `${found?.verdict}: ${found?.says}`, err };
}

const masterName = 'limits';
const serverPassword = 'of-the-servers';
const sentinelPassword = 'of/the@sentinels';

interface SentinelSet {
  servers: RedisProcess[];
  sentinels: RedisProcess[];
  url: string;
  master(): Promise<RedisProcess>;
  /** Starts all sentinels again after they were stopped. They know this master. */
  restartSentinels(master: RedisProcess): Promise<void>;
  stop(): Promise<void>;
}

async function startSentinelSet(program: RedisProgram): Promise<SentinelSet> {
  const secured = ['--requirepass', serverPassword, '--masterauth', serverPassword, '--repl-diskless-sync-delay', '0'];
  const first = await startRedis(program, secured);
  const replicaOf = [...secured, '--replicaof', `127.0.0.1 ${first.port}`];
  const servers = [first, await startRedis(program, replicaOf), await startRedis(program, replicaOf)];
  const sentinelOf = (master: RedisProcess, port?: number) =>
    startSentinel(program, {
      masterName,
      masterPort: master.port,
      password: sentinelPassword,
      serverPassword,
      ...(port === undefined ? {} : { port }),
    });
  const sentinels: RedisProcess[] = [];
  for (const _ of [1, 2, 3]) sentinels.push(await sentinelOf(first));
  const addresses = sentinels.map(({ port }) => `127.0.0.1:${port}`).join(',');
  const find = async () => {
    const [, port] = ((await sentinels[0]?.command('SENTINEL', 'GET-MASTER-ADDR-BY-NAME', masterName)) ??
      []) as string[];
    return servers.find((server) => server.port === Number(port)) ?? first;
  };
  return {
    servers,
    sentinels,
    url: `redis+sentinel://:${serverPassword}@${addresses}/${masterName}/3?sentinel_password=${encodeURIComponent(sentinelPassword)}`,
    master: find,
    async restartSentinels(master) {
      for (const [i, { port }] of sentinels.entries()) sentinels[i] = await sentinelOf(master, port);
    },
    async stop() {
      await Promise.all([...servers, ...sentinels].map((server) => server.stop()));
    },
  };
}

/**
 * Waits until a failover is possible: every sentinel knows the other sentinels, and both replicas as the master's. A sentinel
 * that starts asks the master only, so it does not find the replica of a replica.
 */
async function untilComplete({ sentinels }: SentinelSet): Promise<void> {
  for (const sentinel of sentinels) {
    await until(async () => {
      const reply = (await sentinel.command('SENTINEL', 'MASTER', masterName)) as string[];
      const replicas = (await sentinel.command('SENTINEL', 'REPLICAS', masterName)) as string[][];
      const value = (of: string[], name: string) => of[of.indexOf(name) + 1];
      const live = replicas.filter(
        (replica) =>
          value(replica, 'flags') === 'slave' &&
          value(replica, 'master-link-status') === 'ok' &&
          value(replica, 'master-port') === value(reply, 'port'),
      );
      return live.length === 2 && value(reply, 'num-other-sentinels') === '2' && value(reply, 'flags') === 'master';
    });
  }
}

const oneProgram = redisPrograms.find(({ need }) => isThere(need)) ?? redisPrograms[0];
const withSentinel = process.env.FAILOVERS === undefined ? [oneProgram] : redisPrograms;

describeWithEach(withSentinel, 'Sentinel', (name, program) => {
  let database: TestDatabase;
  let set: SentinelSet;
  let instances: Instance[];
  const urls = () => instances.map(({ gatehouse }) => gatehouse.url);

  beforeAll(async () => {
    database = await createTestDatabase();
    set = await startSentinelSet(program);
    await untilComplete(set);
    instances = await startInstances(database.url, set.url);
    await until(() => areUp(instances));
    for (let i = 0; i < people; i += 1) await register(urls()[0] ?? '', emailOf(i));
  });
  afterAll(async () => {
    await Promise.all(instances.map(({ gatehouse }) => gatehouse.signal('SIGTERM')));
    await set.stop();
    await database.drop();
  });

  const doctor = async () => {
    const { finding } = await examineRedis({ DATABASE_URL: database.url, REDIS_URL: set.url });
    return finding;
  };

  /** Breaks the master. Returns a function that repairs it. */
  const faults = {
    async 'is killed'(master: RedisProcess): Promise<() => Promise<void>> {
      await master.stop();
      return async () => {
        const { port } = await set.master();
        const secured = ['--requirepass', serverPassword, '--masterauth', serverPassword];
        const i = set.servers.indexOf(master);
        set.servers[i] = await startRedis(program, [...secured, '--replicaof', `127.0.0.1 ${port}`], master.port);
      };
    },
    async stops(master: RedisProcess): Promise<() => Promise<void>> {
      master.child.kill('SIGSTOP');
      return async () => {
        master.child.kill('SIGCONT');
      };
    },
    async 'becomes a replica as planned'(_: RedisProcess): Promise<() => Promise<void>> {
      await set.sentinels[0]?.command('SENTINEL', 'FAILOVER', masterName);
      return async () => {};
    },
  };

  test.each(repeated('is killed', 'stops', 'becomes a replica as planned'))('the master %s', async (fault) => {
    await untilComplete(set);
    await expectSharedCounts(instances);
    const master = await set.master();
    const load = new Load(urls());
    await delay(500);
    const repair = await faults[fault](master);
    const startedAt = performance.now();
    if (fault !== 'becomes a replica as planned') {
      await until(() => areDown(instances));
      await expectOwnCounts(instances);
    }
    await until(async () => (await set.master()).port !== master.port);
    const electedMs = performance.now() - startedAt;
    const next = await set.master();
    const ups = `"master":"127.0.0.1:${next.port}"`;
    await until(async () =>
      instances.every(
        ({ gatehouse }) =>
          gatehouse.output().lastIndexOf(ups) > gatehouse.output().lastIndexOf(`"master":"127.0.0.1:${master.port}"`),
      ),
    );
    await until(() => areUp(instances));
    const tookMs = performance.now() - startedAt;
    await delay(500);
    await load.stop();
    report(`${name}, the master ${fault}, elected after ${electedMs.toFixed(0)} ms`, tookMs, load, instances);
    expectServed(load, instances);
    await until(() => keepsOnlyFailures(next));
    await expectSharedCounts(instances);
    await expectNoLockOut(instances);
    await repair();
    await untilComplete(set);
    // The old master is a replica, and nothing counts there.
    expect(await areUp(instances)).toBe(true);
    await expectSharedCounts(instances);
    const allAnswer = new RegExp(
      `^ok: Redis answers in .* ms\\. The master is 127\\.0\\.0\\.1:${next.port}\\. Sentinels that answer: 3 of 3$`,
    );
    // On a busy machine, a sentinel takes more than the second after which it counts as away.
    await until(async () => allAnswer.test(await doctor()));
  });

  test('a master that an operator makes a replica is not used', async () => {
    await untilComplete(set);
    const master = await set.master();
    const other = set.servers.find((server) => server !== master) ?? master;
    await master.command('REPLICAOF', '127.0.0.1', String(other.port));
    // No sentinel closes the connections, so the next write of each instance is rejected.
    for (const { gatehouse } of instances) {
      const downs = () => gatehouse.output().split('"msg":"Redis down').length;
      const before = downs();
      await until(async () => {
        await login(gatehouse.url, emailOf(0), addressOf(0));
        return downs() > before;
      });
      expect(gatehouse.output()).toContain('READONLY');
    }
    await until(() => areUp(instances));
    await untilComplete(set);
    await expectSharedCounts(instances);
  });

  test('sentinels that are away', async () => {
    await untilComplete(set);
    const master = await set.master();
    await set.sentinels[1]?.stop();
    const without = /^warning: Redis answers in .* Sentinels that answer: 2 of 3\. Check 127\.0\.0\.1:\d+$/;
    // On a busy machine, another one can take too long to answer.
    await until(async () => without.test(await doctor()));
    await set.sentinels[2]?.stop();
    await set.sentinels[0]?.stop();
    // The connection to the master does not need them.
    await expectSharedCounts(instances);
    expect(await doctor()).toMatch(
      /^failure: Redis does not answer .*no sentinel names the master limits\. .*ECONNREFUSED/,
    );
    const output = instances.map(({ gatehouse }) => gatehouse.output()).join('');
    for (const secret of [serverPassword, sentinelPassword, encodeURIComponent(sentinelPassword)]) {
      expect(output).not.toContain(secret);
    }
    expect(output).not.toMatch(/unhandled/i);
    await set.restartSentinels(master);
  });
});

describeWithEach(redisPrograms, 'TLS', (_, program) => {
  test('the server and the sentinel have a certificate, which the process must trust', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-redis-'));
    const files = { cert: path.join(folder, 'cert.pem'), key: path.join(folder, 'key.pem') };
    const certificate = await makeCertificate();
    await writeFile(files.cert, certificate.cert);
    await writeFile(files.key, certificate.key);
    const [serverPort, sentinelPort] = [await freePort(), await freePort()];
    const withTls = (port: number): [string, string][] => [
      ['tls-port', String(port)],
      ['tls-cert-file', files.cert],
      ['tls-key-file', files.key],
      ['tls-ca-cert-file', files.cert],
      ['tls-auth-clients', 'no'],
      ['tls-replication', 'yes'],
    ];
    const database = await createTestDatabase();
    const redis = await startRedis(
      program,
      withTls(serverPort).flatMap(([name, value]) => [`--${name}`, value]),
    );
    const settings = withTls(sentinelPort).map((words) => words.join(' '));
    const sentinel = await startSentinel(program, { masterName, masterPort: serverPort, settings });
    const trusted = { DATABASE_URL: database.url, NODE_EXTRA_CA_CERTS: files.cert };

    for (const REDIS_URL of [
      `rediss://127.0.0.1:${serverPort}`,
      `rediss+sentinel://127.0.0.1:${sentinelPort}/${masterName}`,
    ]) {
      const { finding, err } = await examineRedis({ ...trusted, REDIS_URL });
      expect(finding).toMatch(/^ok: Redis answers/);
      expect(err).not.toContain('Warning');
      const untrusted = await examineRedis({ DATABASE_URL: database.url, REDIS_URL });
      expect(untrusted.finding).toMatch(/^failure: .*self-signed certificate/);
    }
    await sentinel.stop();
    await redis.stop();
    await database.drop();
    await rm(folder, { recursive: true });
  });
});
