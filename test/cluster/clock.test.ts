import path from 'node:path';
import { createLocalJWKSet, jwtVerify } from 'jose';
import type { Database } from '../../src/platform/db/database';
import { apis, restApi } from '../support/apis';
import { Authenticator, untilThreeCodes } from '../support/authenticator';
import { spawnCli } from '../support/cli';
import { createMigratedDatabase, type TestDatabase } from '../support/database';
import { testSecret } from '../support/gatehouse';
import { describeWith } from '../support/needs';
import { freePort, type GatehouseProcess, spawnGatehouse } from '../support/process';
import { type SmtpServer, startSmtp } from '../support/smtp';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

/** Instances on one database. The system clock of one of them is five minutes off. */

const fiveMinutes = 300_000;
const issuer = 'https://id.example.com';
const password = 'correct horse battery';
/** How exact the tests are, in seconds: much less than five minutes, and more than a busy machine needs for a request. */
const exactS = 60;
const jwtTtlS = 240;
const idleTtlS = 240;
/** The limit of failed logins: after two of them, one attempt in this time. */
const pauseS = 3600;

const nodeOptions = `--require ${path.join(__dirname, '../support/shifted-clock.js')}`;
const shifted = (ms: number) => ({ NODE_OPTIONS: nodeOptions, CLOCK_SHIFT_MS: String(ms) });
/** SIGUSR2 moves the clock. */
const steppedBy = (ms: number) => ({ NODE_OPTIONS: nodeOptions, CLOCK_STEP_MS: String(ms) });

interface Measured extends GatehouseProcess {
  port: string;
  metric(name: string): Promise<number>;
  /** Waits until the clock is corrected. */
  corrected(): Promise<void>;
}

async function spawnMeasured(env: Record<string, string>): Promise<Measured> {
  const [port, metricsPort] = [String(await freePort()), String(await freePort())];
  const started = await spawnGatehouse({ ...env, PORT: port, METRICS_PORT: metricsPort });
  await started.ready();
  const metric = async (name: string) => {
    const text = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
    return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1]);
  };
  return {
    ...started,
    port,
    metric,
    async corrected() {
      await until(async () => (await metric('gatehouse_clock_corrected')) === 1);
    },
  };
}

describeWith('PostgreSQL').each([
  { how: 'ahead', offMs: fiveMinutes },
  { how: 'behind', offMs: -fiveMinutes },
])('an instance that is five minutes $how', ({ offMs }) => {
  let database: TestDatabase;
  let sql: Database;
  let smtp: SmtpServer;
  let env: Record<string, string>;
  let right: Measured;
  let other: Measured;
  let off: Measured;

  beforeAll(async () => {
    database = await createMigratedDatabase();
    sql = await database.open();
    smtp = await startSmtp();
    env = {
      DATABASE_URL: database.url,
      GATEHOUSE_SECRET: testSecret,
      PUBLIC_URL: issuer,
      JWT_TTL: String(jwtTtlS),
      SESSION_IDLE_TTL: String(idleTtlS),
      REFRESH_GRACE: '240',
      RESET_PASSWORD_TTL: '300',
      SMTP_URL: smtp.url,
      MAIL_FROM: 'no-reply@example.com',
      RATE_LIMITS: 'on',
      RATE_LIMIT_LOGIN_ACCOUNT: '100/60',
      RATE_LIMIT_LOGIN_FAILURES: `2/${pauseS}`,
      RATE_LIMIT_MAIL_NETWORK: '1000/60',
      HASH_QUEUE_WAIT: '60000',
    };
    [right, other] = await Promise.all([spawnMeasured(env), spawnMeasured(env)]);
    // An installation that exists for a day.
    await sql.query("UPDATE signing_keys SET signs_from_ts = now() - interval '1 day'");
    // The clean-up of the third instance runs, too: the last one was long ago.
    await sql.query("UPDATE jobs SET started_ts = now() - interval '1 hour'");
    await sql.query(`INSERT INTO rate_limits (key, points, expire) VALUES
      ('over', 1, (extract(epoch FROM now()) - 3600) * 1000), ('lasts', 1, (extract(epoch FROM now()) + 240) * 1000)`);
    off = await spawnMeasured({ ...env, ...shifted(offMs) });
  });
  afterAll(async () => {
    for (const instance of [right, other, off]) await instance?.signal('SIGTERM');
    await sql?.close();
    await smtp?.stop();
    await database?.drop();
  });

  /** The seconds between now and a time in the database, by the database. */
  async function secondsUntil(column: string, from: string): Promise<number> {
    const [row] = await sql.query(
      `SELECT extract(epoch FROM ${column} - clock_timestamp())::float8 AS seconds FROM ${from}`,
    );
    return Number(row?.seconds);
  }

  let people = 0;
  async function person() {
    people += 1;
    const credentials = { email: `person.${people}@example.com`, password };
    await restApi.register(right.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
    return credentials;
  }

  test('issues access tokens that the others and a library accept, and that end when they should', async () => {
    const credentials = await person();
    const keys = createLocalJWKSet(await (await fetch(`${right.url}/.well-known/jwks.json`)).json());
    for (const api of apis) {
      const startedS = Date.now() / 1000;
      const { jwt } = await api.login(off.url, credentials);
      expect((await api.me(right.url, jwt)).code).toBeNull();
      // The library checks `iat` only with `maxTokenAge`.
      const { payload } = await jwtVerify(jwt ?? '', keys, { issuer, maxTokenAge: jwtTtlS, clockTolerance: 1 });
      expect(payload.iat).toBeGreaterThanOrEqual(Math.floor(startedS) - 1);
      expect(payload.exp).toBe(Number(payload.iat) + jwtTtlS);
    }
  });

  test('accepts the access tokens of the others', async () => {
    const credentials = await person();
    for (const api of apis) {
      const { jwt } = await api.login(right.url, credentials);
      expect((await api.me(off.url, jwt)).code).toBeNull();
    }
  });

  test('keeps the sessions of the others, and the others keep its own', async () => {
    const credentials = await person();
    for (const [first, second] of [
      [right, off],
      [off, right],
    ] as const) {
      const { refreshToken } = await restApi.login(first.url, credentials);
      expect((await restApi.refresh(second.url, { refreshToken })).code).toBeNull();
    }
    const newest = `sessions ORDER BY id DESC LIMIT 1`;
    expect(Math.abs(await secondsUntil('created_ts', newest))).toBeLessThan(exactS);
    expect(Math.abs((await secondsUntil('expires_ts', newest)) - 30 * 86_400)).toBeLessThan(exactS);
  });

  test('gives the grace period of a used refresh token from the right time', async () => {
    const credentials = await person();
    for (const [first, second] of [
      [right, off],
      [off, right],
    ] as const) {
      const { refreshToken } = await restApi.login(right.url, credentials);
      const successor = (await restApi.refresh(first.url, { refreshToken })).refreshToken;
      expect(await restApi.refresh(second.url, { refreshToken })).toMatchObject({
        code: null,
        refreshToken: successor,
      });
    }
    const used = 'refresh_tokens WHERE used_ts IS NOT NULL ORDER BY used_ts DESC LIMIT 1';
    expect(Math.abs(await secondsUntil('used_ts', used))).toBeLessThan(exactS);
  });

  test('accepts the codes that an authenticator application shows now', async () => {
    const credentials = await person();
    await verifyAddress({ sql: (text) => sql.query(text) }, credentials.email);
    const { jwt } = await restApi.login(right.url, credentials);
    await untilThreeCodes();
    const { secret } = await restApi.enrollTotp(right.url, { currentPassword: password }, jwt);
    const authenticator = new Authenticator(String(secret));
    const stepMs = 30_000;
    const startMs = Date.now();
    expect((await restApi.confirmTotp(right.url, { code: authenticator.at(startMs - stepMs) }, jwt)).code).toBeNull();
    const { challenge } = await restApi.login(off.url, credentials);
    const completed = await restApi.completeLogin(off.url, {
      token: challenge?.token,
      code: authenticator.at(startMs),
    });
    expect(completed.code).toBeNull();
  });

  test('neither shortens nor extends the wait after failed logins', async () => {
    for (const [first, second] of [
      [right, off],
      [off, right],
    ] as const) {
      const { email } = await person();
      const wrong = { email, password: `${password} no` };
      for (let failures = 0; failures < 2; failures += 1) {
        expect((await restApi.login(first.url, wrong)).code).toBe('INVALID_CREDENTIALS');
      }
      const answers = await Promise.all([first, second].map(({ url }) => restApi.login(url, wrong)));
      expect(answers.map(({ code }) => code)).toEqual(['RATE_LIMITED', 'RATE_LIMITED']);
      for (const { retryAfter } of answers) expect(Math.abs(Number(retryAfter) - pauseS)).toBeLessThan(exactS);
    }
  });

  test('sends links that live as long as they should, and accepts the links of the others', async () => {
    for (const [first, second] of [
      [right, off],
      [off, right],
    ] as const) {
      const { email } = await person();
      await restApi.requestPasswordReset(first.url, { email });
      const tokens = () =>
        smtp.accepted.flatMap(({ to, mail }) =>
          to[0] === email ? (/\/reset\/([\w-]{64})/.exec(mail.text ?? '') ?? []) : [],
        );
      await until(async () => tokens().length > 0);
      const token = tokens()[1];
      const issued = `one_time_tokens WHERE purpose = 'reset_password' ORDER BY created_ts DESC LIMIT 1`;
      expect(Math.abs((await secondsUntil('expires_ts', issued)) - 300)).toBeLessThan(exactS);
      expect((await restApi.resetPassword(second.url, { token, password: `${password} 2` })).code).toBeNull();
    }
  });

  test('writes the right time into the audit', async () => {
    const credentials = await person();
    await restApi.login(off.url, credentials);
    const newest = `audit_events WHERE action = 'logged_in' ORDER BY id DESC LIMIT 1`;
    expect(Math.abs(await secondsUntil('first_ts', newest))).toBeLessThan(exactS);
  });

  test('removes nothing early, and leaves the next clean-up its time', async () => {
    const kept = async () => (await sql.query("SELECT key FROM rate_limits WHERE key IN ('over', 'lasts')")).length;
    await until(async () => (await kept()) < 2);
    expect(await sql.query("SELECT key FROM rate_limits WHERE key IN ('over', 'lasts')")).toEqual([{ key: 'lasts' }]);
    expect(Math.abs(await secondsUntil('started_ts', 'jobs'))).toBeLessThan(exactS);
  });

  test('is named by the metrics', async () => {
    expect(Math.abs((await off.metric('gatehouse_clock_offset_seconds')) - offMs / 1000)).toBeLessThan(1);
    expect(await off.metric('gatehouse_clock_corrected')).toBe(1);
    expect(Math.abs(await right.metric('gatehouse_clock_offset_seconds'))).toBeLessThan(1);
    expect(await right.metric('gatehouse_clock_corrected')).toBe(0);
  });

  test('is named by the doctor, also on its own machine', async () => {
    const { out } = await spawnCli(env, ['doctor', '--no-hashing']);
    const ofClock = out.split('\n').filter((line) => / clock +the clock of the instance/.test(line));
    const by = `(299|300)\\.\\d{3} s ${offMs > 0 ? 'ahead of' : 'behind'}`;
    expect(ofClock).toEqual([
      expect.stringMatching(
        new RegExp(`^warning +clock +the clock of the instance \\S+:${off.port} \\(\\w{8}\\) is ${by}`),
      ),
    ]);
    for (const { port } of [right, other, off]) expect(out).toMatch(new RegExp(`instances.*:${port}\\b`));
    const own = await spawnCli({ ...env, ...shifted(offMs) }, ['doctor', '--no-hashing']);
    expect(own.out).toMatch(new RegExp(`^(warning|FAILURE) +clock +the clock of this machine is ${by}`, 'm'));
  });

  test('its machine runs commands that write the right time', async () => {
    await spawnCli({ ...env, ...shifted(offMs) }, ['keys', 'rotate']);
    const newest = 'signing_keys ORDER BY signs_from_ts DESC LIMIT 1';
    expect(Math.abs((await secondsUntil('signs_from_ts', newest)) - 310)).toBeLessThan(exactS);
  });
});

describeWith('PostgreSQL')('two instances', () => {
  let database: TestDatabase;
  let env: Record<string, string>;
  // An instance whose clock is off makes the first keys, and they are of its time.
  beforeEach(async () => {
    database = await createMigratedDatabase();
    env = { DATABASE_URL: database.url, GATEHOUSE_SECRET: testSecret, PUBLIC_URL: issuer };
  });
  afterEach(() => database.drop());

  test('a step of the clock of a running instance is corrected', async () => {
    const right = await spawnMeasured(env);
    const stepped = await spawnMeasured({ ...env, ...steppedBy(fiveMinutes) });
    const credentials = { email: 'ada@example.com', password };
    await restApi.register(right.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });

    stepped.child.kill('SIGUSR2');
    await stepped.corrected();
    expect(Math.abs((await stepped.metric('gatehouse_clock_offset_seconds')) - fiveMinutes / 1000)).toBeLessThan(1);
    const { jwt } = await restApi.login(stepped.url, credentials);
    expect((await restApi.me(right.url, jwt)).code).toBeNull();
    expect(await right.metric('gatehouse_clock_corrected')).toBe(0);

    await stepped.signal('SIGTERM');
    expect(stepped.output().match(/the system clock is off: the time of the other/g)).toHaveLength(1);
    await until(async () => !(await spawnCli(env, ['doctor', '--no-hashing'])).out.includes(`:${stepped.port} `));
    await right.signal('SIGTERM');
  });

  test('an instance that is alone says that its clock is off, and is corrected when another one starts', async () => {
    const off = await spawnMeasured({ ...env, ...shifted(fiveMinutes) });
    expect(await off.metric('gatehouse_clock_corrected')).toBe(0);
    expect(off.output()).toContain('no other instance says which one is right');
    const { out, code } = await spawnCli({ ...env, ...shifted(fiveMinutes) }, ['doctor', '--no-hashing']);
    expect(out).toMatch(/^FAILURE +clock +the clock of the database is (299|300)\.\d{3} s behind/m);
    expect(code).toBe(1);
    const right = await spawnMeasured(env);
    await off.corrected();
    expect(await right.metric('gatehouse_clock_corrected')).toBe(0);
    for (const instance of [off, right]) await instance.signal('SIGTERM');
  });
});
