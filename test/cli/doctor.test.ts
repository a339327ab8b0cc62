import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createSecretRotation } from '../../src/compose/admin-installation';
import { readConfig } from '../../src/compose/config';
import type { Finding } from '../../src/doctor/check-result';
import { checkDataFolder, examine } from '../../src/doctor/doctor';
import { type Ran, runCli, spawnCli } from '../support/cli';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { type Gatehouse, startGatehouse, testSecret } from '../support/gatehouse';
import { startHttpProxy } from '../support/http-proxy';
import { redisUrl } from '../support/limits';
import { describeWith } from '../support/needs';
import { createApp, createClient } from '../support/oauth';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';

interface Examined {
  code: number;
  healthy: boolean;
  findings: Finding[];
}

async function doctor(env: Record<string, string>, ...args: string[]): Promise<Examined> {
  return examinedBy(await runCli(env, ['doctor', '--json', ...args]));
}
const examinedBy = ({ code, out }: Ran): Examined => ({ code, ...JSON.parse(out) });
const of = ({ findings }: Pick<Examined, 'findings'>, check: string) =>
  findings.filter((finding) => finding.check === check).map(says);
const says = ({ verdict, says }: Pick<Finding, 'verdict' | 'says'>) => `${verdict}: ${says}`;
const failed = ({ findings }: Examined) =>
  findings.filter(({ verdict }) => verdict === 'failure').map(({ check }) => check);

describeWith('PostgreSQL')('an installation on PostgreSQL, behind a proxy', () => {
  let database: TestDatabase;
  let gatehouse: GatehouseProcess;
  let proxy: Awaited<ReturnType<typeof startHttpProxy>>;
  let env: Record<string, string>;

  beforeAll(async () => {
    database = await createTestDatabase();
    const port = await freePort();
    env = {
      ...database.env,
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
    await proxy.stop();
    await database.drop();
  });

  test('is healthy, and the speed of hashing is measured', async () => {
    // A process, because a command has more threads for hashing than the tests.
    const settings = { ...env, ...(redisUrl && { REDIS_URL: redisUrl }) };
    const examined = examinedBy(await spawnCli(settings, ['doctor', '--json']));
    expect({ ...examined, failed: failed(examined) }).toMatchObject({ code: 0, healthy: true, failed: [] });
    expect(of(examined, 'database')[0]).toMatch(
      /^ok: PostgreSQL \d+.* is migrated and writable, and answered in \d+ ms$/,
    );
    expect(of(examined, 'clock')[0]).toMatch(/^ok: the clock of the database is 0\.\d{3} s/);
    expect(of(examined, 'secret')).toEqual(['ok: the secret is strong, and decrypts the 2 keys in the database']);
    expect(of(examined, 'signing keys')[0]).toMatch(
      /^ok: the key [\w-]{43} has been signing for 0\.0 days. Pending keys: 0, keys only for verification: 0$/,
    );
    expect(of(examined, 'proxies')).toEqual([
      'ok: a test request came through 1 proxy, and TRUST_PROXY is 1. The address of its client is 127.0.0.1',
    ]);
    const speed = /^ok: \d+ hashes per second on \d+ cores, [\d.]+ ms each, with node-rs$/;
    expect(of(examined, 'hashing')).toEqual([expect.stringMatching(speed)]);
    if (redisUrl) expect(of(examined, 'Redis')[0]).toMatch(/^ok: Redis answers in/);
  });

  test.each([
    ['0', 'all clients behind a proxy share the limits of its address. Set TRUST_PROXY=1'],
    ['2', 'clients can choose with X-Forwarded-For which address is limited. Set TRUST_PROXY=1'],
  ])('with TRUST_PROXY=%s the consequence is reported', async (TRUST_PROXY, says) => {
    const examined = await doctor({ ...env, TRUST_PROXY }, '--no-hashing');
    expect(failed(examined)).toEqual(['proxies']);
    expect(of(examined, 'proxies')[0]).toContain(says);
    expect(examined.code).toBe(1);
  });

  test('a secret that is not the one of the database is found', async () => {
    const GATEHOUSE_SECRET = randomBytes(32).toString('base64');
    const examined = await doctor({ ...env, GATEHOUSE_SECRET }, '--no-hashing');
    expect(failed(examined)).toEqual(['secret']);
    expect(of(examined, 'secret')[0]).toContain('GATEHOUSE_SECRET is not the secret');
  });

  test('a rotation that was started and not ended is found', async () => {
    const next = { GATEHOUSE_SECRET: randomBytes(32).toString('base64'), GATEHOUSE_SECRET_PREVIOUS: testSecret };
    expect(of(await doctor({ ...env, ...next }, '--no-hashing'), 'secret')).toEqual([
      'warning: 2 of 2 keys are encrypted with the previous secret. Run: gatehouse secret rotate',
    ]);
    const ended = { GATEHOUSE_SECRET_PREVIOUS: randomBytes(32).toString('base64') };
    expect(of(await doctor({ ...env, ...ended }, '--no-hashing'), 'secret')).toEqual([
      'warning: no key is encrypted with the previous secret. Remove GATEHOUSE_SECRET_PREVIOUS',
    ]);
  });

  test('a database that is unavailable or does not exist is found, and the rest is checked', async () => {
    const away = `postgresql://postgres@127.0.0.1:${await freePort()}/gatehouse`;
    const examined = await doctor({ ...env, DATABASE_URL: away }, '--no-hashing');
    expect(failed(examined)).toEqual(['database']);
    expect(of(examined, 'database')[0]).toMatch(/the database cannot be reached/);
    expect(of(examined, 'public URL')[0]).toMatch(/^ok/);
    const none = new URL(env.DATABASE_URL ?? '');
    none.pathname = '/no_such_database';
    expect(of(await doctor({ ...env, DATABASE_URL: none.href }, '--no-hashing'), 'database')[0]).toMatch(
      /the database that DATABASE_URL names does not exist \(3D000\): create it/,
    );
  });

  test('a database that is not migrated is found, and also a server that uses another database', async () => {
    const other = await createTestDatabase();
    const examined = await doctor({ ...env, ...other.env }, '--no-hashing');
    expect(failed(examined)).toEqual(['database']);
    expect(of(examined, 'database')[0]).toMatch(
      /^failure: the database is not migrated. Pending migrations: \d+. Run: gatehouse migrate$/,
    );
    await runCli({ ...env, ...other.env }, ['keys', 'list']);
    await runCli({ ...env, ...other.env }, ['migrate']);
    await runCli({ ...env, ...other.env }, ['keys', 'list']);
    expect(of(await doctor({ ...env, ...other.env }, '--no-hashing'), 'public URL')[0]).toMatch(
      /^failure: the server at .* uses another database/,
    );
    await other.drop();
  });

  test('an unreachable public URL, an unavailable Redis and wrong settings are found', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const REDIS_URL = `redis://127.0.0.1:${await freePort()}`;
    const examined = await doctor({ ...env, PUBLIC_URL: nowhere, REDIS_URL }, '--no-hashing');
    expect(failed(examined)).toEqual(['public URL', 'Redis']);
    expect(of(examined, 'public URL')[0]).toMatch(/cannot be reached from this machine: .*ECONNREFUSED/);
    expect(of(examined, 'Redis')[0]).toMatch(/Redis does not answer.*ECONNREFUSED/);

    const wrong = await doctor({ ...env, PORT: 'http' });
    expect(wrong).toEqual({
      code: 1,
      healthy: false,
      findings: [
        { check: 'settings', verdict: 'failure', says: 'PORT must be a whole number from 0 to 65535, such as 4000' },
      ],
    });
  });

  test('without --json it prints a line for each finding, and a summary', async () => {
    const { code, out, err } = await spawnCli(env, ['doctor', '--no-hashing']);
    expect(out).toMatch(/^warning {2}settings {11}PUBLIC_URL is .*\n(.+\n)+\nhealthy, \d warnings?\n$/);
    const [found = ''] = out.split('\n\n');
    // The columns are as wide as the longest name.
    for (const line of found.split('\n')) expect(line).toMatch(/^(ok|warning|skipped) +(?<=^.{9})\S.{16} {2}\S/);
    expect(found).toContain('skipped  registration hook  HOOK_BEFORE_REGISTER is not set');
    expect({ code, err }).toEqual({ code: 0, err: '' });
  });
});

describe('the embedded database', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  test('is not created by the doctor, and is checked through the server while a server uses it', async () => {
    const PORT = String(await freePort());
    const env = { DATA_DIR: folder, PORT };
    const before = await doctor(env, '--no-hashing');
    expect(of(before, 'database')).toEqual(['skipped: there is no embedded database yet: the first start creates it']);
    expect(readdirSync(folder)).toEqual([]);
    chmodSync(folder, 0o755);
    expect(of(await doctor(env, '--no-hashing'), 'data folder')).toEqual([
      `warning: the mode of the folder lets other users of this machine open it. They can read no file of Gatehouse in it. Run: chmod 700 ${folder}. The next start of the server does the same`,
    ]);

    const gatehouse = await spawnGatehouse({ ...env, GATEHOUSE_SECRET: '' });
    await gatehouse.ready();
    const whileServing = await doctor(env, '--no-hashing');
    expect(of(whileServing, 'database')[0]).toMatch(
      /^ok: PostgreSQL \d+\.\d+ is migrated and writable, and answered through the running server in \d+ ms$/,
    );
    for (const check of ['clock', 'secret', 'signing keys', 'public URL', 'proxies', 'mails']) {
      expect(of(whileServing, check)[0]).toMatch(/^ok/);
    }
    expect(of(whileServing, 'data folder')).toEqual(['ok: only its owner can read the folder and its files']);
    expect(whileServing.code).toBe(0);
    await gatehouse.signal('SIGTERM');

    const secret = path.join(folder, 'secret');
    chmodSync(secret, 0o644);
    const after = await doctor(env, '--no-hashing');
    expect(of(after, 'database')[0]).toMatch(/^ok: PostgreSQL \d+\.\d+ is migrated and writable, and answered in/);
    expect(of(after, 'secret')[0]).toMatch(/^ok/);
    expect(failed(after)).toEqual(['public URL']);
    expect(of(after, 'data folder')).toEqual([
      `warning: the mode of ${secret} lets other users read or change it. They cannot do so now, because only the owner can open the folder. The next start of the server corrects the modes in the folder (1)`,
    ]);
    expect(says(checkDataFolder(readConfig(env)))).toMatch(/^ok/);
    chmodSync(secret, 0o644);
    chmodSync(folder, 0o755);
    expect(says(checkDataFolder(readConfig(env)))).toBe(
      `warning: other users of this machine may be able to read the secret and the password hashes: the mode of the folder, and of ${secret}, lets them. Run: chmod 700 ${folder}. The next start of the server does the same`,
    );
  });
});

describe('findings that need other stores or clocks in a test', () => {
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
    const input = { config, clock, dataFolder: checkDataFolder(config), database: { stores, rotation } };
    for await (const finding of examine(input, { hashing: false })) findings.push(finding);
    return { findings };
  }

  test.each([
    [31_000, 'failure: the clock of the database is 31.000 s ahead of the clock of this machine, so tokens'],
    [-2000, 'warning: the clock of the database is 2.000 s behind the clock of this machine. Synchronize'],
  ])('a clock that differs by %s ms', async (byMs, says) => {
    jest.spyOn(Date, 'now').mockReturnValue(Date.now());
    const instances = { databaseTime: async () => Date.now() + byMs, list: async () => [] };
    jest.spyOn(performance, 'now').mockReturnValue(0);
    expect(of(await examined({ instances }), 'clock')[0]).toContain(says);
    jest.restoreAllMocks();
  });

  test('a signing key that is more than a year old', async () => {
    const later = new Date(Date.now() + 400 * 86_400_000);
    expect(of(await examined({}, () => later), 'signing keys')[0]).toMatch(
      /^warning: .* has been signing for 400\.0 days.*. Run: gatehouse keys rotate --alg ES256$/,
    );
  });

  test('the clients, and a client secret that is more than a year old', async () => {
    const clients = async (clock?: () => Date) => of(await examined({}, clock), 'clients')[0];
    expect(await clients()).toBe('skipped: there is no OAuth client');
    const { id } = await createClient(gatehouse);
    // It has no secret.
    await createApp(gatehouse, { kind: 'public' });
    expect(await clients()).toBe('ok: OAuth clients: 2, with a secret older than 365 days: 0');
    const later = new Date(Date.now() + 400 * 86_400_000);
    expect(await clients(() => later)).toBe(
      `warning: OAuth clients: 2, with a secret older than 365 days: 1. Run: gatehouse clients rotate-secret ${id}`,
    );
  });

  test('the endpoints of webhooks', async () => {
    const webhooks = async () => of(await examined({}), 'webhooks');
    expect(await webhooks()).toEqual(['skipped: there is no webhook endpoint']);
    // Leased, so that the server does not send it.
    await gatehouse.sql(`WITH endpoint AS (
        INSERT INTO webhook_endpoints (id, url, types, encrypted_secret, secret_ts, created_ts)
        VALUES (gen_random_uuid(), 'http://127.0.0.1:9/', '{user.created}', '', now(), now()) RETURNING id)
      INSERT INTO webhook_deliveries (endpoint_id, type, data, created_ts, due_ts, lease_ts)
      SELECT id, 'test', '{}', now(), now() - interval '1 hour', now() + interval '1 hour' FROM endpoint`);
    expect(await webhooks()).toEqual([
      expect.stringMatching(/^failure: the webhook endpoint .* \(127\.0\.0\.1:9\) gets nothing/),
      expect.stringMatching(/^warning: deliveries to the webhook endpoint .* have been due for up to 360\d s/),
    ]);
  });

  test('a database that accepts no writes', async () => {
    const ping = async () => {
      throw new Error('The database is read-only.');
    };
    expect(of(await examined({ ping }), 'database')).toEqual(['failure: The database is read-only.']);
  });
});
