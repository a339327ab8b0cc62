import { operationLimits } from '../../src/platform/operations/operation.limits';
import { type Answer, type Api, apis, graphqlApi, restApi, withHeaders } from '../support/apis';
import { exampleInputOf, operationsOfUsers } from '../support/declared-operations';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { claimsOf } from '../support/impersonation';
import { redisUrl, stopClock, withLimits } from '../support/limits';
import { verifyAddress } from '../support/verified-address';

const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
const credentials = { email: account.email, password };
const wrong = 'wrong horse battery';

let gatehouse: Gatehouse;
beforeEach(stopClock);
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

async function start(env: Record<string, string> = {}): Promise<string> {
  gatehouse = await startGatehouse({ ...withLimits(), ...env });
  return gatehouse.url;
}

const rejected = (limit: string, retryAfter: number) => ({
  success: false,
  code: 'RATE_LIMITED',
  msg: 'There were too many attempts. Try again later.',
  fields: [],
  limit,
  // stopClock does not stop the clock of Redis.
  retryAfter: redisUrl ? expect.any(Number) : retryAfter,
  user: null,
  jwt: null,
});

/**
 * Makes a wrong attempt, and then others. The back-off rejects them. Redis has its own clock, so there the pause of one
 * second can end before an attempt. The answer then does not count.
 */
async function lastFreeAttempt(
  attempt: () => Promise<Answer>,
  others: readonly (() => Promise<Answer>)[],
): Promise<void> {
  const startedAt = performance.now();
  expect(await attempt()).toMatchObject({ code: 'INVALID_CREDENTIALS', limit: null });
  for (const other of others) {
    const answer = await other();
    if (redisUrl && performance.now() - startedAt > 900) return;
    expect(answer).toMatchObject(rejected('LOGIN_ACCOUNT', 1));
  }
}

/** Returns how many wrong passwords the login back-off allows in `ms` milliseconds. */
const passingWithin = (ms: number) => 5 + [1000, 3000, 7000, 15_000, 31_000].filter((pause) => ms >= pause).length;

async function codesOf(attempts: Promise<{ code: string | null }>[]): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (const { code } of await Promise.all(attempts)) codes[code ?? 'success'] = (codes[code ?? 'success'] ?? 0) + 1;
  return codes;
}

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  test('the sixth failure has to wait, and the error names the limit, with an account or without', async () => {
    const url = await start();
    await api.register(url, account);
    for (const email of [account.email, 'unknown@example.com']) {
      const fail = () => api.login(url, { email, password: wrong });
      for (let i = 0; i < 4; i += 1) expect(await fail()).toMatchObject({ code: 'INVALID_CREDENTIALS', limit: null });
      await lastFreeAttempt(fail, [fail, () => api.login(url, { email, password })]);
    }
  });

  test('five failures in a known network delay the right password there, for a second, and nowhere else', async () => {
    const url = await start({ TRUST_PROXY: '1' });
    const from = (ip: string, secret: string) =>
      withHeaders({ 'X-Forwarded-For': ip }, () => api.login(url, { ...credentials, password: secret }));
    await api.register(url, account);
    const [home, work, elsewhere] = ['203.0.113.1', '203.0.113.2', '203.0.113.3'];
    for (const known of [home, work]) expect(await from(known, password)).toMatchObject({ success: true });
    for (let i = 0; i < 4; i += 1) expect(await from(home, wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    await lastFreeAttempt(() => from(home, wrong), [() => from(home, password)]);
    for (const other of [work, elsewhere]) expect(await from(other, password)).toMatchObject({ success: true });
    if (redisUrl) return;
    jest.setSystemTime(Date.now() + 1000);
    expect(await from(home, password)).toMatchObject({ success: true });
  });

  test('the limits of a network', async () => {
    const url = await start({
      RATE_LIMIT_LOGIN_NETWORK: '1/900',
      RATE_LIMIT_REGISTER_NETWORK: '2/3600',
      RATE_LIMIT_REFRESH_NETWORK: '1/60',
    });
    await api.register(url, account);
    expect(await api.register(url, account)).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await api.register(url, { ...account, email: 'b@example.com' })).toMatchObject(
      rejected('REGISTER_NETWORK', 3600),
    );

    const { refreshToken } = await api.login(url, credentials);
    expect(await api.refresh(url, { refreshToken: 'x' })).toMatchObject({ code: 'UNAUTHENTICATED' });
    expect(await api.refresh(url, { refreshToken: 'x' })).toMatchObject(rejected('REFRESH_NETWORK', 60));
    expect(await api.refresh(url, { refreshToken })).toMatchObject({ success: true });

    expect(await api.login(url, { email: 'a@example.com', password })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await api.login(url, { email: 'b@example.com', password })).toMatchObject(rejected('LOGIN_NETWORK', 900));
    // The answer does not depend on the account, its known networks or the password.
    expect(await api.login(url, credentials)).toMatchObject(rejected('LOGIN_NETWORK', 900));
    expect(await api.login(url, { ...credentials, password: wrong })).toMatchObject(rejected('LOGIN_NETWORK', 900));
  });

  test('a login that succeeds leaves its place in a limit of 1 to the next one, on any instance', async () => {
    const url = await start({ RATE_LIMIT_LOGIN_NETWORK: '1/900' });
    const other = await gatehouse.another();
    await api.register(url, account);
    for (const instance of [url, other.url, url, url]) {
      expect(await api.login(instance, credentials)).toMatchObject({ success: true });
    }
    expect(await api.login(url, { ...credentials, password: wrong })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await api.login(other.url, credentials)).toMatchObject(rejected('LOGIN_NETWORK', 900));
    await other.stop();
  });

  test('after so many failures in a row one attempt an hour', async () => {
    const url = await start({ RATE_LIMIT_LOGIN_FAILURES: '3/3600' });
    await api.register(url, account);
    for (const email of [account.email, 'unknown@example.com']) {
      for (let i = 0; i < 3; i += 1) {
        expect(await api.login(url, { email, password: wrong })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
      }
      expect(await api.login(url, { email, password })).toMatchObject(rejected('LOGIN_FAILURES', 3600));
    }
  });

  test('every change of an account counts for it, and its sessions can still be ended', async () => {
    const sms = { SMS_URL: 'twilio://AC0123:token@127.0.0.1:1/?from=x', SMS_COUNTRIES: 'CH' };
    const url = await start({ RATE_LIMIT_CHANGE_ACCOUNT: '1/60', API_KEYS: 'on', ORGANIZATIONS: 'users', ...sms });
    await api.register(url, account);
    await verifyAddress(gatehouse, account.email);
    const [first, { jwt }] = [await api.login(url, credentials), await api.login(url, credentials)];
    expect(await api.updateProfile(url, { firstName: 'Augusta' }, jwt)).toMatchObject({ success: true });
    const changes = operationsOfUsers.filter(({ limits }) => limits.includes(operationLimits.CHANGE_ACCOUNT));
    expect(changes.length).toBeGreaterThan(15);
    for (const operation of changes) {
      const answer = await api.call(url, operation.name, exampleInputOf(operation), jwt);
      expect({ name: operation.name, ...answer }).toMatchObject({
        name: operation.name,
        ...rejected('CHANGE_ACCOUNT', 60),
      });
    }
    // Of another session, too.
    expect(await api.updateProfile(url, { firstName: 'Ada' }, first.jwt)).toMatchObject(rejected('CHANGE_ACCOUNT', 60));
    expect((await api.me(url, jwt)).user).toMatchObject({ firstName: 'Augusta' });
    expect(await api.revokeSession(url, { id: claimsOf(first.jwt).sid }, jwt)).toMatchObject({ success: true });
    expect(await api.logout(url, { sessions: 'all' }, jwt)).toMatchObject({ success: true });
    const other = { email: 'b@example.com', password };
    await api.register(url, { ...account, ...other });
    const { jwt: otherJwt } = await api.login(url, other);
    expect(await api.updateProfile(url, { firstName: 'Ada' }, otherJwt)).toMatchObject({ success: true });
  });

  test('a body that breaks the rules is counted nowhere', async () => {
    const url = await start({ RATE_LIMIT_LOGIN_NETWORK: '1/900', RATE_LIMIT_REGISTER_NETWORK: '1/900' });
    for (let i = 0; i < 3; i += 1) {
      expect(await api.login(url, { email: 'x', password })).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await api.register(url, { ...account, email: 'x' })).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expect(await api.register(url, account)).toMatchObject({ success: true });
  });
});

test('both APIs and all spellings of an address share one count', async () => {
  const url = await start();
  await restApi.register(url, account);
  for (const [api, email] of [
    [restApi, 'ada@example.com'],
    [graphqlApi, 'ADA@EXAMPLE.COM'],
    [restApi, ' ada@Example.com '],
    [graphqlApi, 'Ada@example.COM'],
  ] as const) {
    expect(await api.login(url, { email, password: wrong })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  }
  await lastFreeAttempt(
    () => graphqlApi.login(url, { email: 'ada@example.com', password: wrong }),
    apis.map((api) => () => api.login(url, credentials)),
  );
});

test('of 40 changes of a profile in a minute through both APIs, 30 are recorded and the others rejected', async () => {
  const url = await start();
  await restApi.register(url, account);
  const { jwt } = await restApi.login(url, credentials);
  const codes: Record<string, number> = {};
  for (let i = 0; i < 40; i += 1) {
    const { code } = await (i % 2 ? restApi : graphqlApi).updateProfile(url, { firstName: `Ada ${i}` }, jwt);
    codes[code ?? 'success'] = (codes[code ?? 'success'] ?? 0) + 1;
  }
  expect(codes).toEqual({ success: 30, RATE_LIMITED: 10 });
  const events = await gatehouse.sql("SELECT 1 FROM audit_events WHERE action = 'profile_changed'");
  expect(events).toHaveLength(30);
});

test('60 wrong passwords at the same time through both APIs are five hashes', async () => {
  const url = await start({ RATE_LIMIT_LOGIN_NETWORK: 'off' });
  await restApi.register(url, account);
  const startedAt = performance.now();
  const attempts = Array.from({ length: 60 }, (_, i) =>
    (i % 2 ? restApi : graphqlApi).login(url, { email: account.email, password: wrong }),
  );
  const codes = await codesOf(attempts);
  const { INVALID_CREDENTIALS: hashed = 0, RATE_LIMITED: limited = 0, SERVICE_UNAVAILABLE: shed = 0 } = codes;
  expect([hashed + limited, shed]).toEqual([60, 0]);
  expect(hashed).toBeGreaterThanOrEqual(5);
  expect(hashed).toBeLessThanOrEqual(passingWithin(redisUrl ? performance.now() - startedAt : 0));
});

const loginFrom = async (url: string, forwardedFor: string, secret: string) => {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor },
    body: JSON.stringify({ email: account.email, password: secret }),
  });
  return (await response.json()) as { code: string | null; limit?: string };
};

test('the owner can sign in from a known network during an attack on the account', async () => {
  const url = await start({ TRUST_PROXY: '1' });
  await restApi.register(url, account);
  await loginFrom(url, '203.0.113.7', password);
  const startedAt = performance.now();
  let limited = 0;
  // In waves, because on a busy machine some would wait too long and get 503.
  for (let wave = 0; wave < 2; wave += 1) {
    const attack = Array.from({ length: 20 }, (_, i) => loginFrom(url, `198.51.${wave}.${i}`, wrong));
    const codes = await codesOf(attack);
    expect(Object.keys(codes).filter((code) => code !== 'INVALID_CREDENTIALS')).toEqual(['RATE_LIMITED']);
    limited += codes.RATE_LIMITED ?? 0;
  }
  expect(limited).toBeGreaterThanOrEqual(40 - passingWithin(redisUrl ? performance.now() - startedAt : 0));
  // An unknown network waits like the attacker, even with the right password. Otherwise guessing would be faster.
  expect(await codesOf([1, 2, 3].map((i) => loginFrom(url, `192.0.2.${i}`, password)))).toMatchObject({
    RATE_LIMITED: expect.any(Number),
  });
  expect(await loginFrom(url, '203.0.113.7', password)).toMatchObject({ success: true });
});

test('X-Forwarded-For counts as far as TRUST_PROXY says: without it, and beyond the trusted hops, not at all', async () => {
  const limit = { RATE_LIMIT_LOGIN_NETWORK: '3/900', RATE_LIMIT_LOGIN_ACCOUNT: 'off' };
  for (const [hops, forwardedFor] of [
    ['0', (i: number) => `203.0.113.${i}`],
    ['1', (i: number) => `203.0.113.${i}, 198.51.100.1`],
  ] as const) {
    const url = await start({ ...limit, TRUST_PROXY: hops });
    const attempts = Array.from({ length: 10 }, (_, i) => loginFrom(url, forwardedFor(i), wrong));
    expect(await codesOf(attempts)).toEqual({ INVALID_CREDENTIALS: 3, RATE_LIMITED: 7 });
    if (hops === '0') await gatehouse.stop();
  }
});

test('the log of a rejection names the limit, and the counts contain no address', async () => {
  const url = await start({ RATE_LIMIT_LOGIN_NETWORK: '1/900' });
  for (let i = 0; i < 2; i += 1) await restApi.login(url, { email: account.email, password: wrong });
  expect(gatehouse.logged()).toContain('"code":"RATE_LIMITED","limit":"LOGIN_NETWORK"');
  const kept = JSON.stringify([
    await gatehouse.sql('SELECT key FROM rate_limits'),
    await gatehouse.sql("SELECT encode(key, 'escape') FROM known_networks"),
  ]);
  expect(kept).not.toMatch(/ada@|127\.0\.0/);
});
