import { randomBytes } from 'node:crypto';
import { type Door, doors, graphqlDoor, restDoor } from '../support/doors';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { redisUrl } from '../support/limits';

const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };
const credentials = { email: account.email, password };
const wrong = 'wrong horse battery';

let gatehouse: Gatehouse;
afterEach(() => gatehouse.stop());

/** Its counts are its own in a shared Redis too: keys depend on the secret. */
async function start(env: Record<string, string> = {}): Promise<string> {
  gatehouse = await startGatehouse({
    RATE_LIMITS: 'on',
    GATEHOUSE_SECRET: randomBytes(32).toString('base64'),
    ...(redisUrl && { REDIS_URL: redisUrl }),
    ...env,
  });
  return gatehouse.url;
}

const refused = (limit: string, retryAfter: number) => ({
  success: false,
  code: 'RATE_LIMITED',
  msg: 'There were too many attempts.',
  fields: [],
  limit,
  retryAfter,
  user: null,
  jwt: null,
});

/** How many wrong passwords the tarpit lets pass in so many ms, however many come. */
const passingWithin = (ms: number) => 5 + [1000, 3000, 7000, 15_000].filter((pause) => ms >= pause).length;

async function codesOf(attempts: Promise<{ code: string | null }>[]): Promise<Record<string, number>> {
  const codes: Record<string, number> = {};
  for (const { code } of await Promise.all(attempts)) codes[code ?? 'success'] = (codes[code ?? 'success'] ?? 0) + 1;
  return codes;
}

describe.each(doors.map((door) => [door.name, door] as const))('%s', (_name, door: Door) => {
  test('the sixth failure has to wait, and is told which limit it was, with an account or without', async () => {
    const url = await start();
    await door.register(url, account);
    for (const email of [account.email, 'nobody@example.com']) {
      for (let i = 0; i < 5; i += 1) {
        expect(await door.login(url, { email, password: wrong })).toMatchObject({
          code: 'INVALID_CREDENTIALS',
          limit: null,
        });
      }
      expect(await door.login(url, { email, password: wrong })).toMatchObject(refused('LOGIN_ACCOUNT', 1));
      expect(await door.login(url, { email, password })).toMatchObject(refused('LOGIN_ACCOUNT', 1));
    }
  });

  test('the limits of a network', async () => {
    const url = await start({
      RATE_LIMIT_LOGIN_NETWORK: '1/900',
      RATE_LIMIT_REGISTER_NETWORK: '2/3600',
      RATE_LIMIT_REFRESH_NETWORK: '1/60',
    });
    await door.register(url, account);
    expect(await door.register(url, account)).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(await door.register(url, { ...account, email: 'b@example.com' })).toMatchObject(
      refused('REGISTER_NETWORK', 3600),
    );

    const { refreshToken } = await door.login(url, credentials);
    expect(await door.refresh(url, { refreshToken })).toMatchObject({ success: true });
    expect(await door.refresh(url, { refreshToken })).toMatchObject(refused('REFRESH_NETWORK', 60));

    expect(await door.login(url, { email: 'a@example.com', password })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await door.login(url, { email: 'b@example.com', password })).toMatchObject(refused('LOGIN_NETWORK', 900));
    // Whether the account exists, is used from there, or the password is right: the answer is the same.
    expect(await door.login(url, credentials)).toMatchObject(refused('LOGIN_NETWORK', 900));
    expect(await door.login(url, { ...credentials, password: wrong })).toMatchObject(refused('LOGIN_NETWORK', 900));
  });

  test('after so many failures in a row one attempt an hour', async () => {
    const url = await start({ RATE_LIMIT_LOGIN_FAILURES: '3/3600' });
    await door.register(url, account);
    for (const email of [account.email, 'nobody@example.com']) {
      for (let i = 0; i < 3; i += 1) {
        expect(await door.login(url, { email, password: wrong })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
      }
      expect(await door.login(url, { email, password })).toMatchObject(refused('LOGIN_FAILURES', 3600));
    }
  });

  test('a body that breaks the rules is counted nowhere', async () => {
    const url = await start({ RATE_LIMIT_LOGIN_NETWORK: '1/900', RATE_LIMIT_REGISTER_NETWORK: '1/900' });
    for (let i = 0; i < 3; i += 1) {
      expect(await door.login(url, { email: 'x', password })).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(await door.register(url, { ...account, email: 'x' })).toMatchObject({ code: 'VALIDATION_FAILED' });
    }
    expect(await door.register(url, account)).toMatchObject({ success: true });
  });
});

test('both doors and all spellings of an address share one count', async () => {
  const url = await start();
  await restDoor.register(url, account);
  for (const [door, email] of [
    [restDoor, 'ada@example.com'],
    [graphqlDoor, 'ADA@EXAMPLE.COM'],
    [restDoor, ' ada@Example.com '],
    [graphqlDoor, 'Ada@example.COM'],
    [graphqlDoor, 'ada@example.com'],
  ] as const) {
    expect(await door.login(url, { email, password: wrong })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  }
  for (const door of doors) expect(await door.login(url, credentials)).toMatchObject(refused('LOGIN_ACCOUNT', 1));
});

test('200 wrong passwords at once through both doors are five hashes', async () => {
  const url = await start({ RATE_LIMIT_LOGIN_NETWORK: 'off' });
  await restDoor.register(url, account);
  const startedAt = Date.now();
  const attempts = Array.from({ length: 200 }, (_, i) =>
    (i % 2 ? restDoor : graphqlDoor).login(url, { email: account.email, password: wrong }),
  );
  const codes = await codesOf(attempts);
  const { INVALID_CREDENTIALS: hashed = 0, RATE_LIMITED: limited = 0, SERVICE_UNAVAILABLE: shed = 0 } = codes;
  expect(hashed + limited + shed).toBe(200);
  expect(limited).toBeGreaterThan(100);
  expect(hashed).toBeGreaterThanOrEqual(5);
  expect(hashed).toBeLessThanOrEqual(passingWithin(Date.now() - startedAt));
});

const loginFrom = async (url: string, forwardedFor: string, secret: string) => {
  const response = await fetch(`${url}/auth/login`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor },
    body: JSON.stringify({ email: account.email, password: secret }),
  });
  return (await response.json()) as { code: string | null; limit?: string };
};

test('a victim gets in from a known network during an attack on the account', async () => {
  const url = await start({ TRUST_PROXY: '1' });
  await restDoor.register(url, account);
  await loginFrom(url, '203.0.113.7', password);
  const startedAt = Date.now();
  let limited = 0;
  // Not all at once: on a busy machine some would wait too long for their turn, and get 503.
  for (let wave = 0; wave < 5; wave += 1) {
    const attack = Array.from({ length: 20 }, (_, i) => loginFrom(url, `198.51.${wave}.${i}`, wrong));
    const codes = await codesOf(attack);
    expect(Object.keys(codes).filter((code) => code !== 'INVALID_CREDENTIALS')).toEqual(['RATE_LIMITED']);
    limited += codes.RATE_LIMITED ?? 0;
  }
  expect(limited).toBeGreaterThanOrEqual(100 - passingWithin(Date.now() - startedAt));
  // Whoever is unknown waits with the attacker, also with the right password: it may not be guessed any faster.
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

test('what is logged of a refusal is its limit, and what is counted tells no address', async () => {
  const url = await start({ RATE_LIMIT_LOGIN_NETWORK: '1/900' });
  for (let i = 0; i < 2; i += 1) await restDoor.login(url, { email: account.email, password: wrong });
  expect(gatehouse.logged()).toContain('"code":"RATE_LIMITED","limit":"LOGIN_NETWORK"');
  const kept = JSON.stringify([
    await gatehouse.sql('SELECT key FROM rate_limits'),
    await gatehouse.sql("SELECT encode(key, 'escape') FROM known_networks"),
  ]);
  expect(kept).not.toMatch(/ada|127\.0\.0/);
});
