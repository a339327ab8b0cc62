import { createAuditSearch } from '../../src/compose/admin-audit';
import { explain } from '../../src/features/admin-audit/explanation';
import { createLog } from '../../src/platform/observability/log';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import { type Answer, type Api, apis, inTurn, type Token, testInTurn } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { type LegacyService, startLegacyService } from '../support/legacy-service';
import { stopClock } from '../support/limits';
import { loginSuperAdmin } from '../support/super-admin';
import { verifyAddress } from '../support/verified-address';

const password = 'correct horse battery';
const newPassword = 'a much longer horse';
const wrongPassword = 'wrong horse battery';

let legacy: LegacyService;
let gatehouse: Gatehouse;
/** With rate limits. */
let limited: Instance;
/** Without `LEGACY_URL`. */
let alone: Instance;
beforeAll(async () => {
  legacy = await startLegacyService();
  gatehouse = await startGatehouse({ LEGACY_URL: legacy.url, LEGACY_TIMEOUT: '30000' });
  limited = await gatehouse.another({ RATE_LIMITS: 'on' });
  alone = await gatehouse.another({ LEGACY_URL: '' });
});
afterAll(async () => {
  await gatehouse.stop();
  await legacy.stop();
});
beforeEach(() => {
  stopClock();
  legacy.behavior = 'answer';
  legacy.asked.length = 0;
});
afterEach(() => jest.useRealTimers());

let people = 0;
/** Adds an account here, as an import does, and to the old service, which alone knows its password. */
async function lazyAccount(typed = password) {
  people += 1;
  const email = `lazy.${people}@example.com`;
  legacy.add(email, typed);
  const id = uuidv7();
  await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
    VALUES ('${id}', '${email}', '${email}', '$legacy$', 'Ada', 'Lovelace', now())`);
  return { email, id };
}

async function storedHash(id: string): Promise<string> {
  const [row] = await gatehouse.sql(`SELECT password_hash FROM users WHERE id = '${id}'`);
  return String(row?.password_hash);
}

/** Signs in to an account whose password is again known by the old service alone. */
async function signIn(api: Api) {
  const account = await lazyAccount();
  // The other instance remembers for some seconds that this password was right.
  const { jwt } = await api.login(limited.url, { email: account.email, password });
  await gatehouse.sql(`UPDATE users SET password_hash = '$legacy$' WHERE id = '${account.id}'`);
  legacy.asked.length = 0;
  return { ...account, jwt };
}

type Operation = (api: Api, jwt: Token, currentPassword: string) => Promise<Answer>;
const operations: [string, Operation][] = [
  [
    'a change of the password',
    (api, jwt, currentPassword) => api.changePassword(gatehouse.url, { currentPassword, password: newPassword }, jwt),
  ],
  [
    'a change of the address',
    (api, jwt, currentPassword) =>
      api.changeEmail(gatehouse.url, { email: `new.${people}@example.org`, currentPassword }, jwt),
  ],
  ['a deletion', (api, jwt, currentPassword) => api.deleteAccount(gatehouse.url, { currentPassword }, jwt)],
  ['a step-up', (api, jwt, currentPassword) => api.stepUp(gatehouse.url, { password: currentPassword }, jwt)],
];

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  const rule = testInTurn(api);
  const login = (email: string, typed = password, { url } = gatehouse as { url: string }) =>
    api.login(url, { email, password: typed });

  test.each(inTurn(api, operations))(
    '%s asks the old service for the current password, and stores a hash',
    async (_what, operate) => {
      const { email, id, jwt } = await signIn(api);
      expect(await operate(api, jwt, wrongPassword)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
      legacy.behavior = 'error';
      expect(await operate(api, jwt, password)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(await storedHash(id)).toBe('$legacy$');
      legacy.behavior = 'answer';
      expect(await operate(api, jwt, password)).toMatchObject({ success: true });
      expect(legacy.asked.map(({ body }) => body.email)).toContain(email);
      expect(await storedHash(id)).toMatch(/^\$argon2id\$/);
    },
  );

  rule('after a change of the password the old service is not asked, and its password is wrong', async () => {
    const { email, jwt } = await signIn(api);
    await api.changePassword(gatehouse.url, { currentPassword: password, password: newPassword }, jwt);
    legacy.asked.length = 0;
    expect(await login(email)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await login(email, newPassword)).toMatchObject({ success: true });
    expect(legacy.asked).toEqual([]);
  });

  rule('a reset needs no old service, which is no longer asked', async () => {
    const { email } = await lazyAccount();
    await api.requestPasswordReset(gatehouse.url, { email });
    const mail = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1);
    const token = String(mail?.links[0]).split('/').at(-1);
    expect(await api.resetPassword(gatehouse.url, { token, password: newPassword })).toMatchObject({ success: true });
    expect(await login(email)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await login(email, newPassword)).toMatchObject({ success: true });
    expect(legacy.asked).toEqual([]);
  });

  rule('the user of a listed password gets the mail about it', async () => {
    const { email } = await lazyAccount('password123');
    await verifyAddress(gatehouse, email);
    expect(await login(email, 'password123')).toMatchObject({ success: true });
    await gatehouse.services.listedPasswordNotices.close();
    expect((await gatehouse.allMails()).filter(({ to }) => to === email)).toHaveLength(1);
  });

  rule(
    'without LEGACY_URL its password is like that of an unknown address, and the log names the account',
    async () => {
      const { email, id } = await lazyAccount();
      const before = gatehouse.logged().length;
      const answer = await login(email, password, alone);
      expect(answer).toEqual(await login('unknown@example.com', password, alone));
      expect(answer.code).toBe('INVALID_CREDENTIALS');
      const error = new RegExp(`"level":"error",[^\\n]*"userId":"${id}"[^\\n]*LEGACY_URL is not set`);
      expect(gatehouse.logged().slice(before)).toMatch(error);
      await alone.services.audit.close();
      const [event] = await gatehouse.sql(`SELECT details FROM audit_events WHERE user_id = '${id}'`);
      expect(event?.details).toMatchObject({ reason: 'legacy password' });
      expect(await storedHash(id)).toBe('$legacy$');
    },
  );

  rule('a login without an answer is not counted, a wrong password is, and the limits stop guesses', async () => {
    const { email } = await lazyAccount();
    legacy.behavior = 'error';
    for (let i = 0; i < 8; i += 1) {
      expect(await login(email, wrongPassword, limited)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    }
    legacy.behavior = 'answer';
    legacy.asked.length = 0;
    for (let i = 0; i < 5; i += 1) {
      expect(await login(email, `${wrongPassword} ${i}`, limited)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    }
    expect(await login(email, password, limited)).toMatchObject({ code: 'RATE_LIMITED', limit: 'LOGIN_ACCOUNT' });
    expect(legacy.asked).toHaveLength(5);
  });
});

test.each(apis)(
  'after a change of the address through $name, the user of the new address at the old service has no access',
  async ({ call }) => {
    const [api] = apis;
    const { email, id } = await lazyAccount();
    const to = `moved.${email}`;
    legacy.add(to, 'the password of a stranger');
    const { jwt } = await loginSuperAdmin(gatehouse, `root.${email}`);
    // An instance to which the old service has given no error. An unknown address would end with it.
    const { url } = await gatehouse.another();
    const login = (typed: string) => api.login(url, { email: to, password: typed });
    const change = { id, email: to, reason: 'mailbox lost' };
    const { result } = await call(url, 'updateUser', change, jwt);
    expect((await login('the password of a stranger')).code).toBe('INVALID_CREDENTIALS');
    expect((await login(password)).code).toBe('INVALID_CREDENTIALS');
    expect(legacy.asked).toEqual([]);
    expect(result).toMatchObject({ id, email: to, hasPassword: false });

    await api.requestPasswordReset(url, { email: to });
    const mail = (await gatehouse.allMails()).filter((one) => one.to === to).at(-1);
    const token = String(mail?.links[0]).split('/').at(-1);
    expect(await api.resetPassword(url, { token, password: newPassword })).toMatchObject({ success: true });
    expect((await login(newPassword)).user).toMatchObject({ id });
  },
);

test('a change of the address keeps a password that is stored here', async () => {
  const { email, id } = await lazyAccount();
  await apis[0].login(gatehouse.url, { email, password });
  const { jwt } = await loginSuperAdmin(gatehouse, `root.${email}`);
  const change = { id, email: `moved.${email}`, reason: 'mailbox lost' };
  await apis[0]?.call(gatehouse.url, 'updateUser', change, jwt);
  expect(await apis[0].login(gatehouse.url, { email: `moved.${email}`, password })).toMatchObject({ success: true });
});

test('gatehouse explain says that the old service did not answer, and which login was the first one here', async () => {
  const { email, id } = await lazyAccount();
  legacy.behavior = 'error';
  await apis[0].login(gatehouse.url, { email, password });
  legacy.behavior = 'answer';
  await apis[0].login(gatehouse.url, { email, password });
  await gatehouse.services.audit.close();
  const audit = await createAuditSearch(gatehouse.config, gatehouse.stores, createLog('silent'));
  const events = await gatehouse.stores.audit.list({ userId: id, limit: 10 });
  const texts = await Promise.all(
    events.map(async ({ requestIds }) =>
      (await audit.ofRequest(requestIds[0] ?? '')).explained.flatMap(explain).join(' '),
    ),
  );
  const failed = texts.find((text) => text.includes('login_failed'));
  expect(failed).toMatch(/^Only the old service .* SERVICE_UNAVAILABLE, no answer of the old service\) .* legacy \d/);
  const first = texts.find((text) => text.includes('logged_in'));
  expect(first).toMatch(/With this login, Gatehouse stored its own hash .* legacy \d/);
});

test('a disabled account stays disabled', async () => {
  const { email, id } = await lazyAccount();
  await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
  expect(await apis[0].login(gatehouse.url, { email, password: wrongPassword })).toMatchObject({
    code: 'INVALID_CREDENTIALS',
  });
  expect(await apis[0].login(gatehouse.url, { email, password })).toMatchObject({ code: 'ACCOUNT_DISABLED' });
});

test('on several instances one login migrates the account', async () => {
  const { email, id } = await lazyAccount();
  const logins = Array.from({ length: 16 }, (_, i) =>
    apis[0].login(i % 2 === 0 ? gatehouse.url : limited.url, { email, password }),
  );
  expect(new Set((await Promise.all(logins)).map(({ success }) => success))).toEqual(new Set([true]));
  const events = await gatehouse.sql(
    `SELECT details->>'migrated' AS migrated FROM audit_events WHERE user_id = '${id}' AND action = 'logged_in'`,
  );
  expect(events).toHaveLength(16);
  expect(events.filter(({ migrated }) => migrated === 'true')).toHaveLength(1);
  expect(legacy.asked.length).toBeLessThanOrEqual(2);
});

test('where all accounts wait for the old service, an unknown address has the same answers, and no one is asked for it', async () => {
  const own = await startGatehouse({ LEGACY_URL: legacy.url, LEGACY_TIMEOUT: '30000' });
  await own.sql(`INSERT INTO users (id, email, email_canonical, password_hash, first_name, last_name, created_ts)
    VALUES ('${uuidv7()}', 'known@example.com', 'known@example.com', '$legacy$', 'Ada', 'Lovelace', now())`);
  // An instance counts the kinds of passwords at its start.
  const { url } = await own.another();
  const login = (email: string) => apis[0].login(url, { email: `${email}@example.com`, password });
  expect(await login('known')).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(await login('unknown')).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(legacy.asked).toHaveLength(1);

  // More than an instance remembers, so that an unknown address cannot end like an earlier login.
  legacy.behavior = 'too many requests';
  for (let i = 0; i < 32; i += 1) await login('known');
  const limited = await login('known');
  expect(limited).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 7 });
  expect(await login('unknown')).toEqual(limited);

  legacy.behavior = 'unavailable';
  for (let i = 0; i < 5; i += 1) await login('known');
  const asked = legacy.asked.length;
  const paused = await login('known');
  expect(paused).toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 10 });
  expect(await login('unknown')).toEqual(paused);
  expect(legacy.asked).toHaveLength(asked);
  await own.stop();
});
