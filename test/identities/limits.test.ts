import { apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { appUrl, settingsOf } from '../support/providers/provider-logins';

let provider: HostileProvider;
beforeAll(async () => {
  provider = await startHostileProvider();
});
afterAll(() => provider.close());

describe.each(apis.map((api) => ({ name: api.name, api })))('through $name', ({ api }) => {
  let gatehouse: Gatehouse;
  beforeEach(async () => {
    const limits = { ...withLimits(), RATE_LIMIT_PROVIDER_NETWORK: '3/900', RATE_LIMIT_PASSWORDLESS_NETWORK: '3/900' };
    gatehouse = await startGatehouse({ ...settingsOf(provider), ...limits });
  });
  afterEach(() => gatehouse.stop());

  const limited = (limit: string) => ({ code: 'RATE_LIMITED', limit, retryAfter: expect.any(Number) });
  const start = () =>
    api.startProviderLogin(gatehouse.url, { provider: 'acme', returnTo: appUrl, codeChallenge: 'x'.repeat(43) });
  const logIn = async (claims: object = {}) => {
    const idToken = await provider.idToken({ nonce: 'n', jti: Math.random(), ...claims });
    return api.loginWithIdToken(gatehouse.url, { provider: 'acme', idToken, nonce: 'n' });
  };

  test('each start counts', async () => {
    for (let i = 0; i < 3; i += 1) expect(await start()).toMatchObject({ success: true });
    expect(await start()).toMatchObject(limited('PROVIDER_NETWORK'));
    expect(await logIn()).toMatchObject({ success: true });
    // Nobody else waits.
    expect((await api.login(gatehouse.url, { email: 'ada@example.com', password: 'wrong horse battery' })).code).toBe(
      'INVALID_CREDENTIALS',
    );
  });

  test('a sign-in that fails counts, and never rejects one that is right', async () => {
    for (let i = 0; i < 5; i += 1) expect(await logIn()).toMatchObject({ success: true });
    for (let i = 0; i < 3; i += 1) expect((await logIn({ aud: 'another' })).code).toBe('PROVIDER_REJECTED');
    expect(await logIn({ aud: 'another' })).toMatchObject(limited('PASSWORDLESS_NETWORK'));
    expect(await logIn()).toMatchObject({ success: true });
  });
});
