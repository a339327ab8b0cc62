import { apis, restApi, testInTurn, withHeaders } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ RATE_LIMITS: 'on', TRUST_PROXY: '1' });
});
afterAll(() => gatehouse.stop());
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());

/** Each request comes from an address of its own, so that no limit per network is reached. */
let address = 0;
const anywhere = <Result>(work: () => Promise<Result>) => {
  address += 1;
  return withHeaders({ 'X-Forwarded-For': `198.51.100.${address % 250}` }, work);
};

test.each(apis)(
  'wrong codes are limited per account, and a right password does not reset the count: $name',
  async (api) => {
    const ada = await anywhere(() => withTotp(api, gatehouse));
    const { email, password } = ada;
    const attempt = (code: string | null) =>
      anywhere(() => api.login(gatehouse.url, { email, password, ...(code && { code }) }));
    for (let i = 0; i < 5; i += 1) {
      expect((await attempt(ada.authenticator.wrong())).code).toBe('INVALID_TOKEN');
      // Between the attempts, the attacker signs in with the right password alone.
      expect((await attempt(null)).code).toBe('MFA_REQUIRED');
    }
    expect(await attempt(ada.authenticator.wrong())).toMatchObject({
      code: 'RATE_LIMITED',
      limit: 'MFA_ACCOUNT',
      retryAfter: 1,
    });
    const { challenge } = await attempt(null);
    const complete = (code: string) =>
      anywhere(() => api.completeLogin(gatehouse.url, { token: challenge?.token, code }));
    expect(await complete(ada.authenticator.wrong())).toMatchObject({ code: 'RATE_LIMITED', limit: 'MFA_ACCOUNT' });
    // The next code of the application is half a minute later, so the pause is over.
    expect((await complete(ada.authenticator.next())).success).toBe(true);
    expect((await attempt(ada.authenticator.wrong())).code).toBe('INVALID_TOKEN');
  },
);

describe.each(apis)('networks that are known from a completed login: $name', (api) => {
  const rule = testInTurn(api);
  const home = { 'X-Forwarded-For': '203.0.113.5' };
  const atHome = <Result>(work: () => Promise<Result>) => withHeaders(home, work);

  rule('wrong codes from elsewhere do not lock the owner out, for any kind of code', async () => {
    const ada = await atHome(() => withTotp(api, gatehouse));
    const logIn = (code: string) => api.login(gatehouse.url, { email: ada.email, password: ada.password, code });
    for (let i = 0; i < 5; i += 1) {
      expect((await anywhere(() => logIn(ada.authenticator.wrong()))).code).toBe('INVALID_TOKEN');
    }
    const [first = '', second = ''] = ada.recoveryCodes;
    expect(await anywhere(() => logIn(first))).toMatchObject({ code: 'RATE_LIMITED', limit: 'MFA_ACCOUNT' });
    expect((await atHome(() => logIn(first))).code).toBeNull();
    const { challenge } = await atHome(() => api.login(gatehouse.url, { email: ada.email, password: ada.password }));
    const completion = { token: challenge?.token, code: second };
    expect((await atHome(() => api.completeLogin(gatehouse.url, completion))).code).toBeNull();
    // Neither success resets the count of the other networks.
    expect(await anywhere(() => logIn(ada.authenticator.wrong()))).toMatchObject({ limit: 'MFA_ACCOUNT' });
    jest.setSystemTime(Date.now() + 60_000);
    expect((await atHome(() => logIn(ada.authenticator.next()))).code).toBeNull();
  });

  rule('wrong codes from a known network count there alone, also after the right password', async () => {
    const ada = await atHome(() => withTotp(api, gatehouse));
    const logIn = (code: string | null) =>
      api.login(gatehouse.url, { email: ada.email, password: ada.password, ...(code && { code }) });
    for (let i = 0; i < 5; i += 1) {
      expect((await atHome(() => logIn(ada.authenticator.wrong()))).code).toBe('INVALID_TOKEN');
      expect((await atHome(() => logIn(null))).code).toBe('MFA_REQUIRED');
    }
    const [recoveryCode = ''] = ada.recoveryCodes;
    expect(await atHome(() => logIn(recoveryCode))).toMatchObject({ limit: 'MFA_ACCOUNT', retryAfter: 1 });
    expect((await anywhere(() => logIn(recoveryCode))).code).toBeNull();
    expect(await atHome(() => logIn(ada.authenticator.wrong()))).toMatchObject({ limit: 'MFA_ACCOUNT' });
  });

  rule('a network where only the password was right is not known', async () => {
    const ada = await atHome(() => withTotp(api, gatehouse));
    const { email, password } = ada;
    const attackers = [1, 2, 3].map((n) => ({ 'X-Forwarded-For': `192.0.2.${n}` }));
    for (const attacker of attackers) {
      const { code } = await withHeaders(attacker, () => api.login(gatehouse.url, { email, password }));
      expect(code).toBe('MFA_REQUIRED');
    }
    const outcomes: (string | null)[] = [];
    for (let i = 0; i < 9; i += 1) {
      const guess = { email, password, code: ada.authenticator.wrong() };
      const { limit } = await withHeaders(attackers[i % 3] ?? {}, () => api.login(gatehouse.url, guess));
      outcomes.push(limit);
    }
    expect(outcomes).toEqual([...Array(5).fill(null), ...Array(4).fill('MFA_ACCOUNT')]);
  });
});

test('neither last_login_ts nor the known network changes before the second factor', async () => {
  const ada = await anywhere(() => withTotp(restApi, gatehouse));
  const known = async () => (await gatehouse.sql('SELECT count(*)::int AS n FROM known_networks'))[0]?.n;
  const lastLogin = async () =>
    (await gatehouse.sql(`SELECT last_login_ts FROM users WHERE email = '${ada.email}'`))[0]?.last_login_ts;
  const before = [await known(), await lastLogin()];
  jest.setSystemTime(Date.now() + 60_000);
  const from = { 'X-Forwarded-For': '203.0.113.77' };
  const credentials = { email: ada.email, password: ada.password };
  const { challenge } = await withHeaders(from, () => restApi.login(gatehouse.url, credentials));
  expect([await known(), await lastLogin()]).toEqual(before);
  const completion = { token: challenge?.token, code: ada.authenticator.next() };
  expect((await withHeaders(from, () => restApi.completeLogin(gatehouse.url, completion))).success).toBe(true);
  // Known to the account, to its second factors, and to the installation.
  expect(await known()).toBe(Number(before[0]) + 3);
  expect(await lastLogin()).not.toEqual(before[1]);
});
