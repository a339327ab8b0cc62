import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import http, { type Server } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkDataFolder, examine } from '../../src/admin/doctor';
import type { Finding } from '../../src/admin/finding';
import { createSecretRotation } from '../../src/services';
import { runCli } from '../support/cli';
import { createTestDatabase, onPostgres, type TestDatabase } from '../support/database';
import { type Gatehouse, startGatehouse, testSecret } from '../support/gatehouse';
import { redisUrl } from '../support/limits';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';

const describeOnPostgres = onPostgres ? describe : describe.skip;

interface Examined {
  code: number;
  healthy: boolean;
  findings: Finding[];
}

async function doctor(env: Record<string, string>, ...args: string[]): Promise<Examined> {
  const { code, out } = await runCli(env, ['doctor', '--json', ...args]);
  return { code, ...JSON.parse(out) };
}
const of = ({ findings }: Pick<Examined, 'findings'>, check: string) =>
  findings.filter((finding) => finding.check === check).map(({ verdict, says }) => `${verdict}: ${says}`);
const failed = ({ findings }: Examined) =>
  findings.filter(({ verdict }) => verdict === 'failure').map(({ check }) => check);

/** A proxy as they usually are: it adds the address it was reached from to `X-Forwarded-For`. */
async function startHttpProxy(port: number, to: () => string): Promise<Server> {
  const server = http.createServer((req, res) => {
    const forwarded = [req.headers['x-forwarded-for'], req.socket.remoteAddress].filter(Boolean).join(', ');
    const options = { method: req.method, headers: { ...req.headers, 'x-forwarded-for': forwarded } };
    const upstream = http.request(`${to()}${req.url}`, { ...options, agent: false }, (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(res);
    });
    upstream.on('error', () => res.destroy());
    req.pipe(upstream);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

describeOnPostgres('an installation on PostgreSQL, behind a proxy', () => {
  let database: TestDatabase;
  let gatehouse: GatehouseProcess;
  let proxy: Server;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const port = await freePort();
    env = {
      DATABASE_URL: database.url,
      GATEHOUSE_SECRET: testSecret,
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      TRUST_PROXY: '1',
    };
    gatehouse = await spawnGatehouse({ ...env, RATE_LIMITS: 'on' });
    await gatehouse.ready();
    proxy = await startHttpProxy(port, () => gatehouse.url);
  });
  afterAll(async () => {
    await gatehouse.signal('SIGTERM');
    proxy.closeAllConnections();
    proxy.close();
    await database.drop();
  });

  test('is healthy, and what its cores afford is measured', async () => {
    const examined = await doctor({ ...env, ...(redisUrl && { REDIS_URL: redisUrl }) });
    expect({ ...examined, failed: failed(examined) }).toMatchObject({ code: 0, healthy: true, failed: [] });
    expect(of(examined, 'database')[0]).toMatch(/^ok: PostgreSQL \d+.*, migrated, takes writes, .* in \d+ ms$/);
    expect(of(examined, 'clock')[0]).toMatch(/^ok: the database's is 0\.\d{3} s/);
    expect(of(examined, 'secret')).toEqual(['ok: it is strong, and what the 2 keys in the database are sealed with']);
    expect(of(examined, 'signing keys')[0]).toMatch(/^ok: [\w-]{43} signs since 0\.0 days; 0 wait, 0 only verify$/);
    expect(of(examined, 'proxies')).toEqual([
      'ok: a request came through 1 proxy and TRUST_PROXY is 1: its client is 127.0.0.1',
    ]);
    const [speed = '', ...budgets] = of(examined, 'hashing');
    expect(speed).toMatch(/^ok: \d+ a second on \d+ cores/);
    for (const [i, budget] of [100, 250, 500].entries()) {
      const [, memory, ms] = /m=(\d+) .*, t=\d+, p=1 in (\d+) ms$/.exec(budgets[i] ?? '') ?? [];
      expect(Number(memory)).toBeGreaterThanOrEqual(19_456);
      expect(Number(ms)).toBeLessThanOrEqual(budget);
    }
    if (redisUrl) expect(of(examined, 'Redis')[0]).toMatch(/^ok: it answers in/);
  }, 60_000);

  test.each([
    ['0', 'all clients of a proxy share its limits. Set TRUST_PROXY=1'],
    ['2', 'clients choose by X-Forwarded-For which address is limited. Set TRUST_PROXY=1'],
  ])('with TRUST_PROXY=%s it is told what that leads to', async (TRUST_PROXY, says) => {
    const examined = await doctor({ ...env, TRUST_PROXY }, '--no-hashing');
    expect(failed(examined)).toEqual(['proxies']);
    expect(of(examined, 'proxies')[0]).toContain(says);
    expect(examined.code).toBe(1);
  });

  test('a secret that is not the one of the database is found', async () => {
    const GATEHOUSE_SECRET = randomBytes(32).toString('base64');
    const examined = await doctor({ ...env, GATEHOUSE_SECRET }, '--no-hashing');
    expect(failed(examined)).toEqual(['secret']);
    expect(of(examined, 'secret')[0]).toContain('GATEHOUSE_SECRET is not the one');
  });

  test('a rotation that was begun and not ended is found', async () => {
    const next = { GATEHOUSE_SECRET: randomBytes(32).toString('base64'), GATEHOUSE_SECRET_PREVIOUS: testSecret };
    expect(of(await doctor({ ...env, ...next }, '--no-hashing'), 'secret')).toEqual([
      'warning: 2 of 2 keys are sealed with the one before: gatehouse secret rotate',
    ]);
    const ended = { GATEHOUSE_SECRET_PREVIOUS: randomBytes(32).toString('base64') };
    expect(of(await doctor({ ...env, ...ended }, '--no-hashing'), 'secret')).toEqual([
      'warning: nothing is sealed with the one before: remove GATEHOUSE_SECRET_PREVIOUS',
    ]);
  });

  test('a database that is away, or does not exist, is found, and the rest is examined', async () => {
    const away = `postgresql://postgres@127.0.0.1:${await freePort()}/gatehouse`;
    const examined = await doctor({ ...env, DATABASE_URL: away }, '--no-hashing');
    expect(failed(examined)).toEqual(['database']);
    expect(of(examined, 'database')[0]).toMatch(/the database cannot be reached/);
    expect(of(examined, 'public URL')[0]).toMatch(/^ok/);
    const none = new URL(env.DATABASE_URL ?? '');
    none.pathname = '/no_such_database';
    expect(of(await doctor({ ...env, DATABASE_URL: none.href }, '--no-hashing'), 'database')[0]).toMatch(
      /the database of DATABASE_URL does not exist/,
    );
  });

  test('a database that is not migrated is found, and that what answers is on another one', async () => {
    const other = await createTestDatabase();
    const examined = await doctor({ ...env, DATABASE_URL: other.url }, '--no-hashing');
    expect(failed(examined)).toEqual(['database']);
    expect(of(examined, 'database')[0]).toMatch(/^failure: not migrated, \d+ are pending: gatehouse migrate does it$/);
    await runCli({ ...env, DATABASE_URL: other.url }, ['keys', 'list']);
    await runCli({ ...env, DATABASE_URL: other.url }, ['migrate']);
    await runCli({ ...env, DATABASE_URL: other.url }, ['keys', 'list']);
    expect(of(await doctor({ ...env, DATABASE_URL: other.url }, '--no-hashing'), 'public URL')[0]).toMatch(
      /^failure: what answers at .* is not on this database/,
    );
    await other.drop();
  });

  test('a public URL that leads nowhere, a Redis that is away and wrong settings are found', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    const examined = await doctor({ ...env, PUBLIC_URL: nowhere, REDIS_URL }, '--no-hashing');
    expect(failed(examined)).toEqual(['public URL', 'Redis']);
    expect(of(examined, 'public URL')[0]).toMatch(/cannot be reached from here: .*ECONNREFUSED/);
    expect(of(examined, 'Redis')[0]).toMatch(/it does not answer.*ECONNREFUSED/);

    const wrong = await doctor({ ...env, PORT: 'http' });
    expect(wrong).toEqual({
      code: 1,
      healthy: false,
      findings: [{ check: 'settings', verdict: 'failure', says: 'PORT must be a whole number from 0 to 65535' }],
    });
  });

  test('for people it is a line each, and says in the end how it is', async () => {
    const { code, out, err } = await runCli(env, ['doctor', '--no-hashing']);
    expect(out).toMatch(/^warning {2}settings {6}PUBLIC_URL is .*\n(.+\n)+\nhealthy, \d warnings?\n$/);
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('the embedded database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is not made by the doctor, and not looked into while a server uses it', async () => {
    const PORT = String(await freePort());
    const env = { DATA_DIR: folder, PORT };
    const before = await doctor(env, '--no-hashing');
    expect(of(before, 'database')).toEqual(['skipped: there is none yet: the first start makes it']);
    expect(readdirSync(folder)).toEqual([]);
    chmodSync(folder, 0o755);
    expect(of(await doctor(env, '--no-hashing'), 'data folder')[0]).toMatch(
      /^warning: other users of this machine could read it/,
    );

    const gatehouse = await spawnGatehouse({ ...env, GATEHOUSE_SECRET: '' });
    await gatehouse.ready();
    const beside = await doctor(env, '--no-hashing');
    expect(of(beside, 'database')[0]).toMatch(/^skipped: a server is using the embedded one/);
    expect(of(beside, 'public URL')[0]).toMatch(/^ok/);
    expect(of(beside, 'data folder')).toEqual(['ok: it and its files are for one user alone']);
    expect(beside.code).toBe(0);
    await gatehouse.signal('SIGTERM');

    const after = await doctor(env, '--no-hashing');
    expect(of(after, 'database')[0]).toMatch(/^ok: PostgreSQL/);
    expect(of(after, 'secret')[0]).toMatch(/^ok/);
    expect(failed(after)).toEqual(['public URL']);

    chmodSync(path.join(folder, 'secret'), 0o644);
    expect(of(await doctor(env, '--no-hashing'), 'data folder')).toEqual([
      `warning: files with a mode for other users: 1, such as ${folder}/secret; any start or command mends that`,
    ]);
    expect(of(await doctor(env, '--no-hashing'), 'data folder')[0]).toMatch(/^ok/);
  }, 60_000);
});

describe('what cannot be had in a test but by other stores or clocks', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse();
  });
  afterAll(() => gatehouse.stop());

  async function examined(changes: object, clock = () => new Date()) {
    const stores = { ...gatehouse.stores, ...changes };
    const rotation = createSecretRotation(stores, stores.secrets);
    const findings: Finding[] = [];
    const config = { ...gatehouse.config, publicUrl: gatehouse.url };
    const patient = { config, clock, dataFolder: checkDataFolder(config), database: { stores, rotation } };
    for await (const finding of examine(patient, { hashing: false })) findings.push(finding);
    return { findings };
  }

  test.each([
    [31_000, "failure: the database's is 31.000 s ahead of this machine's: let both"],
    [-2000, "warning: the database's is 2.000 s behind this machine's: let both"],
  ])('a clock that differs by %s ms', async (byMs, says) => {
    const at = new Date();
    const about = async () => ({ version: '17', now: new Date(at.getTime() + byMs) });
    expect(of(await examined({ about }, () => at), 'clock')[0]).toContain(says);
  });

  test('a signing key that is more than a year old', async () => {
    const later = new Date(Date.now() + 400 * 86_400_000);
    const about = async () => ({ version: '17', now: later });
    expect(of(await examined({ about }, () => later), 'signing keys')[0]).toMatch(
      /^warning: .* signs since 400\.0 days/,
    );
  });

  test('a database that takes no writes', async () => {
    const ping = async () => {
      throw new Error('The database is read-only.');
    };
    expect(of(await examined({ ping }), 'database')).toEqual(['failure: The database is read-only.']);
  });
});
