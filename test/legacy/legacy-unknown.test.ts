import { readConfig } from '../../src/compose/config';
import { type Api, apis, inTurn, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { type LegacyService, startLegacyService } from '../support/legacy-service';
import { stopClock } from '../support/limits';

const password = 'correct horse battery';
const wrongPassword = 'wrong horse battery';
const names = { firstName: 'Ada', lastName: 'Lovelace' };

let legacy: LegacyService;
let gatehouse: Gatehouse;
/** With the default of `LEGACY_UNKNOWN`. */
let withDefault: Gatehouse;
beforeAll(async () => {
  legacy = await startLegacyService();
  const env = { LEGACY_URL: legacy.url, LEGACY_TIMEOUT: '30000' };
  gatehouse = await startGatehouse({ ...env, LEGACY_UNKNOWN: 'ask' });
  withDefault = await startGatehouse(env);
});
afterAll(async () => {
  await withDefault.stop();
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
  return `Person.${people}@example.com`;
};

const accounts = async (email: string) =>
  gatehouse.sql(`SELECT *, id::text FROM users WHERE email_canonical = '${email.toLowerCase()}'`);

const audited = (id: unknown) =>
  gatehouse.sql(`SELECT action, details FROM audit_events WHERE user_id = '${id}' ORDER BY first_ts, id`);

describe.each(apis.map((api) => [api.name, api] as const))('%s', (_name, api: Api) => {
  const rule = testInTurn(api);
  const login = (email: string, typed = password) => api.login(gatehouse.url, { email, password: typed });
  const register = (email: string) => api.register(gatehouse.url, { email, password, tel: '+44 1', ...names });

  rule('by default an unknown address is not asked for, and a registration stays here', async () => {
    const email = newAddress();
    legacy.add(email, password);
    expect(await api.login(withDefault.url, { email, password })).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    expect(await api.register(withDefault.url, { email, password, ...names })).toMatchObject({ success: true });
    expect(legacy.asked).toEqual([]);
  });

  test('a login with an unknown address creates the account from the record', async () => {
    const email = newAddress();
    const record = legacy.add(email, password, {
      is_super_admin: true,
      company: 'Analytical Engines',
      updated_ts: '2021-01-01T00:00:00Z',
      last_login_ts: '2022-02-03T04:05:06.7',
    });
    expect(await login(email)).toMatchObject({
      success: true,
      user: {
        id: record.id,
        firstName: 'Ada',
        lastName: 'Lovelace',
        email,
        isSuperAdmin: false,
        disabled: false,
        emailVerified: true,
        telVerified: false,
        tel: '+44 20 7946 0000',
        company: 'Analytical Engines',
        createdTs: '2020-02-03T04:05:06.789Z',
        updatedTs: '2021-01-01T00:00:00.000Z',
        lastLoginTs: '2022-02-03T04:05:06.700Z',
      },
    });
    expect(await login(email)).toMatchObject({ success: true });
    expect(legacy.asked).toHaveLength(1);
    const events = await audited(record.id);
    const summary = events.map(({ action, details }) => [action, (details as { migrated?: boolean }).migrated]);
    expect(summary).toHaveLength(3);
    expect(summary).toEqual(
      expect.arrayContaining([
        ['registered', true],
        ['logged_in', true],
        ['logged_in', undefined],
      ]),
    );
  });

  rule('20 first logins at the same time: one account, 20 sessions', async () => {
    const email = newAddress();
    const record = legacy.add(email, password);
    const answers = await Promise.all(Array.from({ length: 20 }, () => login(email)));
    expect(answers.filter(({ success, user }) => success && user?.id === record.id)).toHaveLength(20);
    expect(await accounts(email)).toHaveLength(1);
    expect(legacy.asked.length).toBeLessThanOrEqual(2);
    const events = await audited(record.id);
    expect(events.filter(({ action }) => action === 'registered')).toHaveLength(1);
    expect(events.filter(({ action }) => action === 'logged_in')).toHaveLength(20);
  });

  rule('a wrong password and an unknown address have the same answer, and create nothing', async () => {
    const email = newAddress();
    legacy.add(email, password);
    expect(await login(email, wrongPassword)).toEqual(await login(newAddress()));
    expect(await login(email, wrongPassword)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
    legacy.behavior = 'HTML';
    expect(await login(email)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    expect(await accounts(email)).toEqual([]);
  });

  rule('a disabled account of the old service stays disabled', async () => {
    const email = newAddress();
    legacy.add(email, password, { disabled: true });
    expect(await login(email)).toMatchObject({ code: 'ACCOUNT_DISABLED' });
    expect(await accounts(email)).toMatchObject([{ disabled: true }]);
  });

  test.each([
    ['a taken id', async () => (await accounts((await taken()).email))[0]?.id],
    ['an id that is no UUID', async () => 4711],
  ])('%s becomes another id', async (_what, idOf) => {
    const email = newAddress();
    const id = await idOf();
    legacy.add(email, password, { id });
    const { user } = await login(email);
    expect(user?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(user?.id).not.toBe(id);
  });

  test.each(
    inTurn(api, [
      ['first_name', ''],
      ['last_name', 'x'.repeat(101)],
      ['tel', 'a\nb'],
      ['email', 'another@example.com'],
      ['disabled', 'no'],
      ['created_ts', 'yesterday'],
      ['company', 'x'.repeat(1000)],
    ]),
  )(
    'a record with a bad %s creates no account, and the log names the field without its value',
    async (field, value) => {
      const email = newAddress();
      legacy.add(email, password, { [field]: value });
      const before = gatehouse.logged().length;
      expect(await login(email)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(await accounts(email)).toEqual([]);
      const logged = gatehouse.logged().slice(before);
      expect(logged).toMatch(new RegExp(`"level":"error",[^\\n]*"fields":\\["${field}"\\]`));
      expect(logged).not.toMatch(new RegExp(email, 'i'));
      expect(logged).not.toContain('another@example.com');
      expect(logged).not.toContain('Lovelace');
    },
  );

  rule('a registration registers at the old service first, and gets its id', async () => {
    const email = newAddress();
    const answer = await register(email);
    expect(answer).toMatchObject({ success: true });
    const body = { email, password, first_name: 'Ada', last_name: 'Lovelace', tel: '+44 1' };
    expect(legacy.asked).toEqual([{ path: '/auth/register', body }]);
    expect(await accounts(email)).toMatchObject([{ id: answer.user?.id }]);
    const login = await fetch(`${legacy.url}/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    expect(await login.json()).toMatchObject({ result: { user: { id: answer.user?.id } } });
    expect(await register(email)).toMatchObject({ code: 'EMAIL_TAKEN' });
    expect(legacy.asked).toHaveLength(2);
  });

  test.each(inTurn(api, ['answer', 'failure with status 200'] as const))(
    'an address that the old service has is taken, and its user signs in: %s',
    async (how) => {
      const email = newAddress();
      legacy.add(email, password);
      legacy.behavior = how;
      expect(await register(email)).toMatchObject({ code: 'EMAIL_TAKEN' });
      expect(await accounts(email)).toEqual([]);
      expect(await login(email)).toMatchObject({ success: true });
    },
  );

  rule(
    'without an answer of the old service there is no registration. If it had registered, its user signs in',
    async () => {
      const email = newAddress();
      legacy.behavior = 'half an answer';
      expect(await register(email)).toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
      expect(await accounts(email)).toEqual([]);
      expect(legacy.asked).toHaveLength(1);
      legacy.behavior = 'answer';
      const { id } = legacy.add(email, password);
      expect(await register(email)).toMatchObject({ code: 'EMAIL_TAKEN' });
      expect(await login(email)).toMatchObject({ success: true, user: { id } });
    },
  );

  rule('a registration whose id is taken here gets another id', async () => {
    const { email: other } = await taken();
    const [owner] = await accounts(other);
    legacy.nextId = owner?.id;
    const { user } = await register(newAddress());
    expect(user?.id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);
    expect(user?.id).not.toBe(owner?.id);
  });

  rule('two registrations of an address at the same time: one account, one EMAIL_TAKEN', async () => {
    const email = newAddress();
    const codes = (await Promise.all([register(email), register(email)])).map(({ code }) => code);
    expect(codes.toSorted()).toEqual(['EMAIL_TAKEN', null]);
    expect(await accounts(email)).toHaveLength(1);
  });

  async function taken() {
    const email = newAddress();
    await register(email);
    return { email };
  }
});

test.each([
  [{ LEGACY_UNKNOWN: 'ask' }, /LEGACY_UNKNOWN cannot be ask without LEGACY_URL/],
  [
    { LEGACY_UNKNOWN: 'ask', LEGACY_URL: 'https://old.example.com', REGISTRATION: 'confirm' },
    /LEGACY_UNKNOWN can only be ask with REGISTRATION=open/,
  ],
  [{ LEGACY_URL: 'http://old.example.com' }, /LEGACY_URL must be an https:\/\/ URL/],
  [{ LEGACY_URL: 'https://user:secret@old.example.com' }, /LEGACY_URL must be an https:\/\/ URL/],
  [{ LEGACY_URL: 'https://old.example.com/?a=b' }, /LEGACY_URL must be an https:\/\/ URL/],
])('%j stops the start', (env, problem) => {
  expect(() => readConfig(env)).toThrow(problem);
});

test.each(['https://old.example.com/api/', 'http://127.0.0.1:4001', 'http://[::1]:4001', 'http://localhost'])(
  'LEGACY_URL can be %s',
  (url) => expect(readConfig({ LEGACY_URL: url }).legacyUrl).toBe(url.replace(/\/$/, '')),
);
