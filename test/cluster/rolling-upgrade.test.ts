import { readdirSync, readFileSync } from 'node:fs';
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { restApi } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { CheckedLoad, claimsOf } from '../support/checked-load';
import { cliFile, spawnCli } from '../support/cli';
import { createTestDatabase, type TestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { impersonate } from '../support/impersonation';
import { describeWith } from '../support/needs';
import { type Nginx, startNginx } from '../support/nginx';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';
import { releasedApis, send } from '../support/released-apis';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';

/**
 * docs/operate/upgrade.md promises: the last release and this version serve at the same time on one database. CI builds the
 * last release (.ci/last-release) and sets this variable.
 */
const released = process.env.TEST_OLD_VERSION ?? '';
const root = path.join(__dirname, '../..');

const howTo = readFileSync(path.join(root, 'docs/operate/upgrade.md'), 'utf8');

const migrationsOf = (folder: string) =>
  readdirSync(path.join(folder, 'prisma/migrations')).filter((name) => !name.endsWith('.toml'));

/** So many that a statement which rewrites or reads a whole table takes longer than a request may. */
const users = 50_000;
const password = 'correct horse battery';
const newPassword = 'battery staple horse';
/** Of bcrypt, and of no password. */
const importedHash = '$2b$04$abcdefghijklmnopqrstuuXQKbLoSr9tZ1Dn5vQsl4r4xkhuqk6l2';
const clients = 4;
const loginsOfNetwork = 10;
const [rest] = releasedApis;
const atLeast = { aMigration: 100, aChange: 300 };

describeWith(
  'the last release',
  'PostgreSQL',
  'nginx',
)('the last release and this version on one database', () => {
  let database: TestDatabase;
  let client: Client;
  let nginx: Nginx;
  let load: CheckedLoad;
  const ports: number[] = [];
  const instances = new Map<number, GatehouseProcess>();
  const started: GatehouseProcess[] = [];
  let env: Record<string, string>;

  const main = { old: path.join(released, 'dist/main.js'), new: path.join(root, 'dist/main.js') };
  type Version = keyof typeof main;

  const upstream = (serving: readonly number[]) => ({
    'server 127.0.0.1:4000;': serving.map((port) => `server 127.0.0.1:${port};`).join(' '),
  });
  const start = async (version: Version, port: number) => {
    const instance = await spawnGatehouse({ ...env, PORT: String(port) }, [main[version]]);
    while ((await send({ url: instance.url, ip: '' }, 'GET', '/readyz').catch(() => null))?.status !== 200) {
      if (instance.child.exitCode !== null) throw new Error(`the instance has ended: ${instance.output()}`);
      await delay(20);
    }
    instances.set(port, instance);
    started.push(instance);
  };
  const stop = async (port: number) => expect(await instances.get(port)?.signal('SIGTERM')).toBe(0);
  /** Replaces an instance as the how-to describes. */
  const replace = async (port: number, version: Version) => {
    await nginx.reload(upstream(ports.filter((other) => other !== port)));
    await stop(port);
    await start(version, port);
    await nginx.reload(upstream(ports));
  };
  const urlOf = (port = 0) => instances.get(port)?.url ?? '';

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
    env = {
      DATABASE_URL: database.url,
      GATEHOUSE_SECRET: testSecret,
      PUBLIC_URL: 'https://id.example.com',
      // The test reports the addresses of its clients as a first proxy does, and nginx is the second one.
      TRUST_PROXY: '2',
      RATE_LIMITS: 'on',
      RATE_LIMIT_REFRESH_NETWORK: 'off',
      RATE_LIMIT_LOGIN_NETWORK: `${loginsOfNetwork}/900`,
      LOG_LEVEL: 'warn',
    };
    for (let i = 0; i < 2; i += 1) {
      const port = await freePort();
      ports.push(port);
      await start('old', port);
    }
    await addRows(client, urlOf(ports[0]));
    // The first login of an instance is slow on a busy machine.
    for (const port of ports)
      await rest.login({ url: urlOf(port), ip: '10.255.0.1' }, { email: 'first@example.com', password });
    const documented = readFileSync(path.join(root, 'docs/operate/proxy/nginx.conf'), 'utf8');
    nginx = await startNginx(documented, upstream(ports));
    const account = (n: number) => ({ email: `user-${((n % users) + users) % users}@example.com`, password });
    load = new CheckedLoad(nginx.url, account, clients);
    await load.during('last release alone', atLeast.aChange, async () => {});
  });
  afterAll(async () => {
    await load.stop();
    for (const port of ports) await stop(port);
    await nginx.stop();
    await client.end();
    await database.drop();
    const rows = load.phases.map(({ name, requests, failed, slowestMs, revokedWithinMs }) =>
      [name, requests, failed, Math.round(slowestMs), Math.round(revokedWithinMs)].join(' | '),
    );
    process.stdout.write(
      `\nphase | requests | failed | slowest ms | accepted after logout ms\n--- | --- | --- | --- | ---\n${rows.join('\n')}\n`,
    );
  });
  afterEach(() => expect(load.failures).toEqual([]));

  test('each migration is applied while the last release serves', async () => {
    // Functions that block would delay the requests of this process.
    const folder = await mkdtemp(path.join(tmpdir(), 'gatehouse-migrations-'));
    // The real command, with as many migrations as are in this folder.
    await cp(path.join(root, 'dist'), path.join(folder, 'dist'), { recursive: true });
    await cp(path.join(root, 'package.json'), path.join(folder, 'package.json'));
    await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
    await cp(path.join(released, 'prisma'), path.join(folder, 'prisma'), { recursive: true });
    await cp(path.join(root, 'prisma/schema.prisma'), path.join(folder, 'prisma/schema.prisma'));
    const before = migrationsOf(released);
    for (const name of migrationsOf(root).filter((migration) => !before.includes(migration))) {
      await cp(path.join(root, 'prisma/migrations', name), path.join(folder, 'prisma/migrations', name), {
        recursive: true,
      });
      await load.during(name, atLeast.aMigration, async () => {
        const command = path.relative(root, cliFile);
        const { code, out, err } = await spawnCli(env, ['migrate'], '', path.join(folder, command));
        expect({ code, out, err }).toEqual({ code: 0, out: `applied ${name}\n`, err: '' });
      });
    }
    await rm(folder, { recursive: true });
    await load.during('last release, new schema', atLeast.aChange, async () => {});
  });

  test('this version replaces one of two instances', async () => {
    const [, second = 0] = ports;
    await load.during('one of two is this version', atLeast.aChange, () => replace(second, 'new'));
  });

  describe.each(releasedApis)('of an instance of each, through $name', (api) => {
    test.each([
      ['the last release', 0, 1],
      ['this version', 1, 0],
    ])('what %s has issued is valid and ends on both', async (_name, at, other) => {
      const here = { url: urlOf(ports[at]), ip: '10.255.0.2' };
      const there = { url: urlOf(ports[other]), ip: '10.255.0.2' };
      const account = { email: `both-${api.name}-${at}@example.com`, password };
      const { email } = account;
      expect(await api.register(here, account)).toMatchObject({ code: null, email });
      expect(await api.register(there, account)).toMatchObject({ code: 'EMAIL_TAKEN' });
      const opened = [await api.login(here, account), await api.login(here, account), await api.login(there, account)];
      expect(opened).toMatchObject([{ email }, { email }, { email }]);
      const [jwt = '', ...others] = opened.map((answer) => String(answer.jwt));
      for (const token of [jwt, ...others]) {
        for (const side of [here, there]) expect(await api.me(side, token)).toMatchObject({ code: null, email });
      }
      const renewed = await api.refresh(there, String(opened[0]?.refreshToken));
      const again = await api.refresh(here, String(renewed.refreshToken));
      expect([renewed, again]).toMatchObject([{ code: null }, { code: null }]);
      expect((await api.sessions(there, String(again.jwt))).sessions).toHaveLength(3);

      const isRejected = (token: string) => async () => (await api.me(there, token)).code === 'UNAUTHENTICATED';
      const [, third = ''] = others.map((token) => String(claimsOf(token).sid));
      expect(await api.revokeSession(here, third, jwt)).toMatchObject({ code: null });
      await until(isRejected(others[1] ?? ''));
      expect(await api.logout(here, jwt, 'others')).toMatchObject({ ended: 1 });
      await until(isRejected(others[0] ?? ''));
      expect(await api.me(there, jwt)).toMatchObject({ code: null, email });
      expect(await api.logout(here, jwt, 'all')).toMatchObject({ ended: 1 });
      await until(isRejected(jwt));
      for (const { refreshToken } of [again, ...opened.slice(1)]) {
        expect(await api.refresh(there, String(refreshToken))).toMatchObject({ code: 'UNAUTHENTICATED' });
      }
      const { jwt: next } = await api.login(there, account);
      for (const side of [here, there]) expect(await api.me(side, String(next))).toMatchObject({ code: null, email });

      const actions = async (file: string) => {
        const { out } = await spawnCli(env, ['audit', '--person', email, '--json'], '', file);
        return JSON.parse(`[${out.trim().replaceAll('\n', ',')}]`).map(({ action }: { action: string }) => action);
      };
      await until(async () => (await actions(cliFile)).filter((action: string) => action === 'logged_in').length === 4);
      expect(await actions(path.join(released, 'dist/cli/main.js'))).toEqual(await actions(cliFile));
    });
  });

  test('an instance of each counts for one limit, and follows a rotation of the keys', async () => {
    const [old = '', next = ''] = ports.map(urlOf);
    const attempt = (url: string, n: number) =>
      rest.login({ url, ip: '10.255.0.3' }, { email: `network-${n}@example.com`, password });
    for (let n = 0; n < loginsOfNetwork; n += 1) {
      expect(await attempt(n % 2 === 0 ? old : next, n)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    }
    for (const url of [old, next]) expect(await attempt(url, loginsOfNetwork)).toMatchObject({ code: 'RATE_LIMITED' });

    const keys = async (url: string) => (await send({ url, ip: '' }, 'GET', '/.well-known/jwks.json')).body;
    const before = await keys(old);
    expect(await spawnCli(env, ['keys', 'rotate', '--yes'])).toMatchObject({ code: 0 });
    await until(async () => (await keys(old)) !== before && (await keys(old)) === (await keys(next)));
  });

  test('this version replaces the other instance', async () => {
    const [first = 0] = ports;
    await load.during('both are this version', atLeast.aChange, () => replace(first, 'new'));
  });

  const states = new Map<string, { email: string; password: string; jwt: string }>();
  /** Registers a user on this version, and changes the account. */
  const addState = async (name: string, change: (jwt: string, email: string) => Promise<unknown>) => {
    const account = { email: `${name}@example.com`, password };
    const url = urlOf(ports[0]);
    expect(await restApi.register(url, { ...account, firstName: 'Ada', lastName: 'Lovelace' })).toMatchObject({
      code: null,
    });
    const { jwt } = await restApi.login(url, account);
    expect(await change(String(jwt), account.email)).toMatchObject({ code: null });
    states.set(name, { ...account, jwt: String(jwt) });
  };
  const command = async (...args: string[]) => {
    const { code, err } = await spawnCli(env, args);
    return { code: code === 0 ? null : err };
  };
  const stateOf = (name: string) => states.get(name) ?? { email: '', password: '', jwt: '' };

  test('accounts get states that the last release does not know', async () => {
    const url = urlOf(ports[0]);
    await addState('second-factor', async (jwt, email) => {
      await client.query('UPDATE users SET email_verified = true WHERE email = $1', [email]);
      const { secret } = await restApi.enrollTotp(url, { currentPassword: password }, jwt);
      return restApi.confirmTotp(url, { code: new Authenticator(String(secret)).next() }, jwt);
    });
    await addState('new-password', (jwt) =>
      restApi.changePassword(url, { currentPassword: password, password: newPassword }, jwt),
    );
    await addState('deleted', (jwt) => restApi.deleteAccount(url, { currentPassword: password }, jwt));
    await addState('disabled', (_jwt, email) => command('users', 'disable', email, '--yes'));
    await addState('roles', (_jwt, email) => command('users', 'set-roles', email, 'editor', '--yes'));
    const setHash = async (email: string, hash: string | null) => {
      await client.query('UPDATE users SET password_hash = $2 WHERE email = $1', [email, hash]);
      return { code: null };
    };
    await addState('no-password', (_jwt, email) => setHash(email, null));
    await addState('imported', (_jwt, email) => setHash(email, importedHash));
    const admin = await loginSuperAdmin({ url, sql: async (text) => (await client.query(text)).rows });
    await addState('user-of-admin', async () => ({ code: null }));
    const { sub } = claimsOf(stateOf('user-of-admin').jwt);
    const acting = await impersonate({ url }, String(sub), admin.jwt);
    states.set('impersonated', { email: 'user-of-admin@example.com', password, jwt: acting.jwt });
  });

  test('the last release replaces this version on the new schema', async () => {
    const [first = 0, second = 0] = ports;
    await load.during('one of two is the last release again', atLeast.aChange, () => replace(first, 'old'));
    await load.during('both are the last release again', atLeast.aChange, () => replace(second, 'old'));
  });

  test('the last release honours what it knows, and ignores what the how-to lists', async () => {
    const from = { url: urlOf(ports[0]), ip: '10.255.0.4' };
    const login = async (name: string, otherPassword = password) =>
      (await rest.login(from, { email: stateOf(name).email, password: otherPassword })).code;
    expect(await login('new-password')).toBe('INVALID_CREDENTIALS');
    expect(await login('new-password', newPassword)).toBeNull();
    expect(await login('disabled')).toBe('ACCOUNT_DISABLED');
    expect(await login('deleted')).toBe('ACCOUNT_DISABLED');
    for (const name of ['disabled', 'deleted']) {
      expect(await rest.me(from, stateOf(name).jwt)).toMatchObject({ code: 'UNAUTHENTICATED' });
    }

    expect(await login('second-factor')).toBe('MFA_REQUIRED');
    expect(await login('no-password')).toBe('INVALID_CREDENTIALS');
    expect(await login('imported')).toBe('INVALID_CREDENTIALS');
    expect(await login('roles')).toBeNull();
    expect(await rest.me(from, stateOf('impersonated').jwt)).toMatchObject({ code: null });
    const [, statement = ''] = /^```sql [^\n]*\n(SELECT \(SELECT[^`]*)^```$/m.exec(howTo) ?? [];
    const { rows } = await client.query(statement);
    expect(rows).toEqual([{ without_password: '1', of_applications: '0' }]);
    const audit = await spawnCli(env, ['audit', '--limit', '1000'], '', path.join(released, 'dist/cli/main.js'));
    expect(audit).toMatchObject({ code: 0 });
  });

  test('this version honours all of it again', async () => {
    const [first = 0, second = 0] = ports;
    await load.during('one of two is this version again', atLeast.aChange, () => replace(first, 'new'));
    await load.during('both are this version again', atLeast.aChange, () => replace(second, 'new'));
    const login = async (name: string) => restApi.login(urlOf(first), stateOf(name));
    expect(await login('second-factor')).toMatchObject({ code: 'MFA_REQUIRED' });
    expect(await login('no-password')).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await login('deleted')).toMatchObject({ code: 'ACCOUNT_DISABLED' });
    expect(claimsOf(String((await login('roles')).jwt)).roles).toEqual(['editor']);
  });

  test('no migration and no request have waited for each other', async () => {
    const { rows } = await client.query('SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()');
    // An instance of 0.2.0 records the same rejections in another order than any other instance. One of the two tries again.
    const triedAgain = started.flatMap(
      (instance) => instance.output().match(/failures could not be recorded|could not be written to the audit/g) ?? [],
    );
    expect(Number(rows[0]?.deadlocks)).toBeLessThanOrEqual(triedAgain.length);
  });
});

/** Adds users who all have the password, with sessions, refresh tokens and events. */
async function addRows(client: Client, url: string): Promise<void> {
  const first = { email: 'first@example.com', password };
  expect(await rest.register({ url, ip: '10.255.0.1' }, first)).toMatchObject({ code: null });
  await client.query(`
    INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
      SELECT gen_random_uuid(), 'user-' || n || '@example.com', 'user-' || n || '@example.com',
        (SELECT password_hash FROM users), 'Ada', 'Lovelace', now()
      FROM generate_series(0, ${users - 1}) n;
    INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts)
      SELECT gen_random_uuid(), id, now(), now(), now() + interval '30 days' FROM users, generate_series(1, 2);
    INSERT INTO refresh_tokens (hash, session_id, created_ts) SELECT sha256(id::text::bytea), id, now() FROM sessions;
    INSERT INTO audit_events (id, action, outcome, user_id, request_ids, details, first_ts, last_ts)
      SELECT gen_random_uuid(), 'logged_in', 'success', id, '{}', '{}', now(), now() FROM users, generate_series(1, 3);
    ANALYZE`);
  // Otherwise the first requests would wait until these rows are on the disk.
  await client.query('CHECKPOINT');
}
