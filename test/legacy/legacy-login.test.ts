import { uuidv7 } from '../../src/platform/runtime/uuid';
import { type Api, apis, inTurn, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type LegacyBehavior, type LegacyService, startLegacyService } from '../support/legacy-service';
import { stopClock } from '../support/limits';
import { until } from '../support/until';

const password = 'correct horse battery';
const wrongPassword = 'wrong horse battery';

let legacy: LegacyService;
let gatehouse: Gatehouse;
beforeAll(async () => {
  legacy = await startLegacyService();
  gatehouse = await startGatehouse({ LEGACY_URL: legacy.url, LEGACY_TIMEOUT: '30000', METRICS_PORT: '9464' });
});
afterAll(async () => {
  await gatehouse.stop();
  await legacy.stop();
});
beforeEach(() => {
  stopClock();
  legacy.behavior = 'answer';
  legacy.released = Promise.resolve();
  legacy.asked.length = 0;
});
afterEach(() => jest.useRealTimers());

let people = 0;
const newAddress = () => {
  people += 1;
  return `Lazy.${people}@example.com`;
};

/** Adds an account here, as an import does. Only the old service knows its password. */
async function addLazy(email: string): Promise<string> {
  const id = uuidv7();
  await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
    VALUES ('${id}', '${email}', '${email.toLowerCase()}', '$legacy$', 'Ada', 'Lovelace', now())`);
  return id;
}

/** Adds an account that only the old service can check. */
async function lazyAccount() {
  const email = newAddress();
  legacy.add(email, password);
  return { email, id: await addLazy(email) };
}

async function storedHash(email: string): Promise<unknown> {
  const [row] = await gatehouse.sql(`SELECT password_hash FROM users WHERE email = '${email}'`);
  return row?.password_hash;
}

const audited = (id: string, action: string) =>
  gatehouse.sql(
    `SELECT details, outcome FROM audit_events WHERE user_id = '${id}' AND action = '${action}' ORDER BY first_ts`,
  );

const metric = async (name: string) => {
  const text = await (await fetch(gatehouse.metricsUrl ?? '')).text();
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${name} `))
      ?.split(' ')[1],
  );
};

const unusable: [LegacyBehavior, { retryAfter?: number }][] = [
  ['half an answer', {}],
  ['reset', {}],
  ['endless', {}],
  ['HTML', {}],
  ['HTML with status 404', {}],
  ['no such route', {}],
  ['no token', {}],
  ['redirect', {}],
  ['too many requests', { retryAfter: 7 }],
  ['error', {}],
  ['unavailable', {}],
];

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  const rule = testInTurn(api);
  const login = (email: string, typed = password) => api.login(gatehouse.url, { email, password: typed });

  test('the first login asks the old service and stores a hash, and the next one does not ask', async () => {
    const { email, id } = await lazyAccount();
    expect(await login(email)).toMatchObject({ success: true, user: { id } });
    expect(legacy.asked).toEqual([{ path: '/auth/login', body: { email, password } }]);
    expect(await storedHash(email)).toMatch(/^\$argon2id\$/);
    expect(await login(email.toUpperCase())).toMatchObject({ success: true, user: { id } });
    expect(await login(email, wrongPassword)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(legacy.asked).toHaveLength(1);
    // Both can be of the same millisecond.
    const migrated = expect.objectContaining({
      migrated: true,
      stepsMs: expect.objectContaining({ legacy: expect.any(Number) }),
    });
    const logins = (await audited(id, 'logged_in')).map(({ details }) => details);
    expect(logins).toEqual(expect.arrayContaining([migrated, expect.not.objectContaining({ migrated: true })]));
    expect(logins).toHaveLength(2);
    expect(gatehouse.logged()).not.toContain('of-the-old-service');
    expect(gatehouse.logged()).not.toContain(password);
  });

  test.each(['answer', 'failure with status 200'] as const)('a password that it rejects is wrong: %s', async (how) => {
    const { email, id } = await lazyAccount();
    legacy.behavior = how;
    const unknown = await login(newAddress());
    const answer = await login(email, wrongPassword);
    expect(answer).toEqual(unknown);
    expect(answer.code).toBe('INVALID_CREDENTIALS');
    expect(await storedHash(email)).toBe('$legacy$');
    await gatehouse.services.audit.close();
    expect(await audited(id, 'login_failed')).toMatchObject([{ details: { reason: 'wrong password' } }]);
    legacy.behavior = 'answer';
    expect(await login(email)).toMatchObject({ success: true });
  });

  test.each(inTurn(api, unusable))(
    'an old service with this behavior is no reason to call a password wrong: %s',
    async (how, also) => {
      const { email, id } = await lazyAccount();
      legacy.behavior = how;
      const answer = { success: false, code: 'SERVICE_UNAVAILABLE', retryAfter: also.retryAfter ?? 2 };
      expect(await login(email)).toMatchObject(answer);
      expect(await login(email, wrongPassword)).toMatchObject(answer);
      expect(legacy.asked.map(({ path }) => path)).not.toContain('/elsewhere');
      expect(await storedHash(email)).toBe('$legacy$');
      await gatehouse.services.audit.close();
      const reason = 'no answer of the old service';
      expect(await audited(id, 'login_failed')).toMatchObject([
        { outcome: 'SERVICE_UNAVAILABLE', details: { reason } },
      ]);
      legacy.behavior = 'answer';
      expect(await login(email)).toMatchObject({ success: true });
      expect(gatehouse.logged()).not.toContain(wrongPassword);
    },
  );

  rule('logins that wait for the old service keep no other login waiting', async () => {
    const { email: other } = await lazyAccount();
    await login(other);
    // More than the hash queue has slots.
    const waiting = await Promise.all(Array.from({ length: 40 }, lazyAccount));
    let open = (_: unknown) => {};
    legacy.released = new Promise((resolve) => {
      open = resolve;
    });
    legacy.asked.length = 0;
    const logins = waiting.map(({ email }) => login(email));
    await until(() => legacy.asked.length >= 20);
    expect(await login(other)).toMatchObject({ success: true });
    open(null);
    expect(new Set((await Promise.all(logins)).map(({ success }) => success))).toEqual(new Set([true]));
  });

  rule('50 first logins at the same time: one request, one migration, 50 sessions', async () => {
    const { email, id } = await lazyAccount();
    // An answer is shared for ten seconds. On a busy machine the last login would be later.
    const stopped = jest.spyOn(performance, 'now').mockReturnValue(performance.now());
    let open = (_: unknown) => {};
    legacy.released = new Promise((resolve) => {
      open = resolve;
    });
    const logins = Array.from({ length: 50 }, () => login(email));
    const wrong = login(email, wrongPassword);
    await until(() => legacy.asked.length >= 2);
    open(null);
    const answers = await Promise.all(logins);
    expect(answers.filter(({ success }) => success)).toHaveLength(50);
    expect(await wrong).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    stopped.mockRestore();
    expect(legacy.asked).toHaveLength(2);
    const events = await audited(id, 'logged_in');
    expect(events).toHaveLength(50);
    expect(events.filter(({ details }) => (details as { migrated?: boolean }).migrated)).toHaveLength(1);
  });
});

test('metrics count the requests to the old service by result', async () => {
  const { email } = await lazyAccount();
  const count = (result: string) => metric(`gatehouse_legacy_requests_total{result="${result}"}`);
  const before = { accepted: await count('accepted'), rejected: await count('rejected') };
  legacy.behavior = 'error';
  await apis[0].login(gatehouse.url, { email, password });
  legacy.behavior = 'answer';
  await apis[0].login(gatehouse.url, { email, password: wrongPassword });
  await apis[0].login(gatehouse.url, { email, password });
  expect(await count('accepted')).toBe(before.accepted + 1);
  expect(await count('rejected')).toBe(before.rejected + 1);
  expect(await count('unusable')).toBeGreaterThan(0);
  expect(await metric('gatehouse_legacy_request_seconds_total')).toBeGreaterThan(0);
  expect(await metric('gatehouse_legacy_breaker_open')).toBe(0);
});
