import { apis, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock, withLimits } from '../support/limits';

const password = 'correct horse battery';

let gatehouse: Gatehouse;
beforeEach(stopClock);
afterEach(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
});

/** Starts a server with counts of its own. No other limit is reached. */
async function start(env: Record<string, string>): Promise<void> {
  gatehouse = await startGatehouse({
    ...withLimits(),
    TRUST_PROXY: '1',
    RATE_LIMIT_RESET_NETWORK: 'off',
    ...env,
  });
}

const from = <Result>(network: number, work: () => Promise<Result>) =>
  withHeaders({ 'X-Forwarded-For': `203.0.113.${network}` }, work);

describe.each(apis)('$name', (api) => {
  async function register(name: string) {
    const email = `${name}@example.com`;
    await api.register(gatehouse.url, { email, firstName: 'Ada', lastName: 'Lovelace', password });
    const mail = (await gatehouse.mails()).find(({ to }) => to === email);
    const right = mail?.code ?? '';
    const wrong = String((Number(right) + 1) % 1_000_000).padStart(6, '0');
    return { email, right, wrong, token: String(mail?.links[0]).split('/').at(-1) };
  }
  const confirm = (network: number, email: string, code: string) =>
    from(network, () => api.confirmEmail(gatehouse.url, { email, code }));

  test('a network has a number of wrong codes for all addresses together, with an account or without', async () => {
    await start({ RATE_LIMIT_CODE_NETWORK: '3/3600' });
    const [ada, grace, joan] = [await register('ada'), await register('grace'), await register('joan')];
    // Right codes do not count.
    for (const name of ['edith', 'mary', 'rosa', 'emmy']) {
      const { email, right } = await register(name);
      expect((await confirm(1, email, right)).code).toBeNull();
    }
    for (const [email, code] of [
      [ada.email, ada.wrong],
      [grace.email, grace.wrong],
      ['unknown@example.com', '123456'],
    ] as const) {
      expect((await confirm(1, email, code)).code).toBe('INVALID_TOKEN');
    }
    for (const email of [joan.email, 'unknown@example.com']) {
      expect(await confirm(1, email, joan.right)).toMatchObject({ code: 'RATE_LIMITED', limit: 'CODE_NETWORK' });
    }
    const reset = { email: ada.email, code: '123456', password: 'another horse battery' };
    expect(await from(1, () => api.resetPassword(gatehouse.url, reset))).toMatchObject({ limit: 'CODE_NETWORK' });
    expect((await from(1, () => api.confirmEmail(gatehouse.url, { token: joan.token }))).code).toBeNull();
    expect((await confirm(2, ada.email, ada.right)).code).toBeNull();
  });

  test('many networks have a number of wrong codes together, and known networks are not locked out', async () => {
    await start({ RATE_LIMIT_CODE_GLOBAL: '3/3600' });
    const [ada, grace] = [await register('ada'), await register('grace')];
    await from(9, () => api.login(gatehouse.url, { email: grace.email, password }));
    for (let i = 1; i <= 3; i += 1)
      expect((await confirm(i, `u${i}@example.com`, '123456')).code).toBe('INVALID_TOKEN');
    expect(await confirm(4, ada.email, ada.right)).toMatchObject({ code: 'RATE_LIMITED', limit: 'CODE_GLOBAL' });
    expect((await from(4, () => api.confirmEmail(gatehouse.url, { token: ada.token }))).code).toBeNull();
    expect((await confirm(9, grace.email, grace.right)).code).toBeNull();
    // Known networks are limited together, too: an attacker can make networks known with an account of their own.
    for (let i = 1; i <= 3; i += 1)
      expect((await confirm(9, `v${i}@example.com`, '123456')).code).toBe('INVALID_TOKEN');
    expect(await confirm(9, 'v4@example.com', '123456')).toMatchObject({ limit: 'CODE_GLOBAL' });
  });

  test('a right code whose password is rejected does not count', async () => {
    await start({ RATE_LIMIT_CODE_NETWORK: '1/3600' });
    const { email } = await register('ada');
    await api.requestPasswordReset(gatehouse.url, { email });
    const code = (await gatehouse.mails())[0]?.code;
    const reset = (secret: string) => api.resetPassword(gatehouse.url, { email, code, password: secret });
    for (let i = 0; i < 2; i += 1) expect((await reset('password123')).code).toBe('VALIDATION_FAILED');
    expect((await reset('another horse battery')).code).toBeNull();
  });
});
