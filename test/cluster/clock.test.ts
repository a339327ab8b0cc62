import path from 'node:path';
import { restApi } from '../support/apis';
import { spawnCli } from '../support/cli';
import { createMigratedDatabase, type TestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';
import { until } from '../support/until';

/** Instances on one database, with system clocks that are off. */

const fiveMinutes = 300_000;
const password = 'correct horse battery';

const nodeOptions = `--require ${path.join(__dirname, '../support/shifted-clock.js')}`;
const shifted = (ms: number) => ({ NODE_OPTIONS: nodeOptions, CLOCK_SHIFT_MS: String(ms) });
/** SIGUSR2 moves the clock. */
const steppedBy = (ms: number) => ({ NODE_OPTIONS: nodeOptions, CLOCK_STEP_MS: String(ms) });

interface Measured extends GatehouseProcess {
  port: string;
  offsetS(): Promise<number>;
  /** The status of /readyz and its text. */
  readyz(): Promise<{ status: number; msg: string }>;
}

let database: TestDatabase;
let env: Record<string, string>;
let running: Measured[];

async function spawnMeasured(more: Record<string, string> = {}): Promise<Measured> {
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  const started = await spawnGatehouse({ ...env, ...more, PORT: port, METRICS_PORT: metricsPort });
  const instance = {
    ...started,
    port,
    async offsetS() {
      const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
      return Number(/^gatehouse_clock_offset_seconds (.+)$/m.exec(text)?.[1]);
    },
    async readyz() {
      const answer = await fetch(`${started.url}/readyz`);
      return { status: answer.status, msg: (await answer.json()).msg };
    },
  };
  running.push(instance);
  return instance;
}

async function spawnReady(more: Record<string, string> = {}): Promise<Measured> {
  const instance = await spawnMeasured(more);
  await instance.ready();
  return instance;
}

const doctor = (more: Record<string, string> = {}) => spawnCli({ ...env, ...more }, ['doctor', '--no-hashing']);
const wrong = (by: string) => ({
  status: 503,
  msg: expect.stringMatching(
    new RegExp(
      `^The clock of this machine is (299|300|301) s ${by} the clocks of the database and of the other instances`,
    ),
  ),
});
const isReady = { status: 200, msg: expect.any(String) };

beforeEach(async () => {
  running = [];
  database = await createMigratedDatabase();
  env = { DATABASE_URL: database.url, GATEHOUSE_SECRET: testSecret, PUBLIC_URL: 'https://id.example.com' };
});
afterEach(async () => {
  for (const instance of running) await instance.signal('SIGTERM');
  await database.drop();
});

describeWith('PostgreSQL')('the clocks of several instances', () => {
  test.each([
    { how: 'ahead of', offMs: fiveMinutes },
    { how: 'behind', offMs: -fiveMinutes },
  ])(
    'an instance that is five minutes $how the others never becomes ready, and removes nothing',
    async ({ how, offMs }) => {
      const [right] = await Promise.all([spawnReady(), spawnReady()]);
      const sql = await database.open();
      await sql.query("UPDATE jobs SET started_ts = now() - interval '1 hour'");
      await sql.query("INSERT INTO rate_limits (key, points, expire) VALUES ('old', 1, 0)");

      const off = await spawnMeasured(shifted(offMs));
      await until(async () => off.output().includes('the system clock is wrong'));
      await until(async () => (await off.readyz()).msg.startsWith('The clock'));
      expect(await off.readyz()).toEqual(wrong(how));
      expect(Math.abs((await off.offsetS()) - offMs / 1000)).toBeLessThan(1);
      expect(Math.abs(await right.offsetS())).toBeLessThan(1);
      expect(await right.readyz()).toEqual(isReady);
      // One of the others can remove the row: its clean-up begins in the background when it starts.
      expect(off.output()).not.toContain('the clean-up has removed old rows');
      await sql.close();

      const { out } = await doctor();
      const by = `(299|300)\\.\\d{3} s ${how}`;
      expect(out.split('\n').filter((line) => / clock +the clock of the instance/.test(line))).toEqual([
        expect.stringMatching(
          new RegExp(`^warning +clock +the clock of the instance \\S+:${off.port} \\(\\w{8}\\) is ${by}`),
        ),
      ]);
      const own = await doctor(shifted(offMs));
      expect(own.out).toMatch(new RegExp(`^(warning|FAILURE) +clock +the clock of this machine is ${by}`, 'm'));
      const command = await spawnCli({ ...env, ...shifted(offMs) }, ['keys', 'list']);
      expect(command.err).toMatch(
        new RegExp(`^warning: the clock of this machine is (299|300)\\.\\d s ${how} the clock of the`, 'm'),
      );
    },
  );

  test('an instance whose clock steps is not ready some comparisons later, and ready when the clock is right again', async () => {
    await spawnReady();
    const stepped = await spawnReady(steppedBy(fiveMinutes));
    stepped.child.kill('SIGUSR2');
    await until(async () => (await stepped.readyz()).status === 503);
    expect(await stepped.readyz()).toEqual(wrong('ahead of'));
    stepped.child.kill('SIGUSR2');
    await until(async () => (await stepped.readyz()).status === 200);
    expect(stepped.output().match(/the system clock is wrong/g)).toHaveLength(1);
    expect(stepped.output()).toContain('the system clock is right again');
  });

  test('an instance that is alone stays ready, and says that its clock is off, until another one starts', async () => {
    const off = await spawnReady(shifted(fiveMinutes));
    await until(async () => off.output().includes('the system clock differs from the clock of the database'));
    const { out, code } = await doctor(shifted(fiveMinutes));
    expect(out).toMatch(/^FAILURE +clock +the clock of the database is (299|300)\.\d{3} s behind/m);
    expect(code).toBe(1);
    expect(await off.readyz()).toEqual(isReady);
    await spawnReady();
    await until(async () => (await off.readyz()).status === 503);
    expect(await off.readyz()).toEqual(wrong('ahead of'));
  });

  test('if all instances contradict the database, they stay ready, and accept the tokens of each other', async () => {
    const one = await spawnReady(shifted(fiveMinutes));
    const two = await spawnReady(shifted(fiveMinutes));
    await until(async () => two.output().includes('the system clock differs from the clock of the database'));
    expect([await one.readyz(), await two.readyz()]).toEqual([isReady, isReady]);
    const credentials = { email: 'ada@example.com', password };
    await restApi.register(one.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
    const { jwt } = await restApi.login(one.url, credentials);
    expect((await restApi.me(two.url, jwt)).code).toBeNull();
  });

  test('an instance that is ten seconds off is ready, and its tokens of the future are rejected by the others', async () => {
    const right = await spawnReady();
    const off = await spawnReady(shifted(10_000));
    await until(async () => off.output().includes('the system clock differs from the clock of the database'));
    expect(await off.readyz()).toEqual(isReady);
    const credentials = { email: 'ada@example.com', password };
    await restApi.register(right.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
    const { jwt } = await restApi.login(off.url, credentials);
    expect((await restApi.me(off.url, jwt)).code).toBeNull();
    expect((await restApi.me(right.url, jwt)).code).toBe('UNAUTHENTICATED');
  });
});
