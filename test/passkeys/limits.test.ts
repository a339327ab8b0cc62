import { apis, testInTurn, withHeaders } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { creationOptions, loginOptions, signedIn, withPasskey, withTwoStepPasskey } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({
    RATE_LIMITS: 'on',
    TRUST_PROXY: '1',
    RATE_LIMIT_PASSWORDLESS_NETWORK: '3/900',
    RATE_LIMIT_MFA_ACCOUNT: '2/900',
  });
});
afterAll(() => gatehouse.stop());
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());

let networks = 0;
/** Each user has a network of their own. */
function fromNewNetwork<Result>(work: () => Promise<Result>): Promise<Result> {
  networks += 1;
  return withHeaders({ 'X-Forwarded-For': `198.51.${networks}.7` }, work);
}

describe.each(apis)('$name', (api) => {
  const rule = testInTurn(api);
  rule('rejected logins with a passkey are limited per network, and right ones are not', () =>
    fromNewNetwork(async () => {
      const ada = await withPasskey(api, gatehouse);
      const logIn = async (passkey: SoftwarePasskey) =>
        api.loginWithPasskey(gatehouse.url, { passkey: passkey.get(await loginOptions(api, gatehouse.url)) });
      for (let i = 0; i < 5; i += 1) expect((await logIn(ada.passkey)).code).toBeNull();
      const unknown = new SoftwarePasskey();
      for (let i = 0; i < 3; i += 1) expect((await logIn(unknown)).code).toBe('INVALID_TOKEN');
      expect(await logIn(unknown)).toMatchObject({ code: 'RATE_LIMITED', limit: 'PASSWORDLESS_NETWORK' });
      expect((await logIn(ada.passkey)).code).toBeNull();
    }),
  );

  rule('input of a wrong form does not count', () =>
    fromNewNetwork(async () => {
      const ada = await withPasskey(api, gatehouse);
      for (let i = 0; i < 5; i += 1) {
        expect((await api.loginWithPasskey(gatehouse.url, { passkey: {} })).code).toBe('VALIDATION_FAILED');
      }
      const passkey = ada.passkey.get(await loginOptions(api, gatehouse.url));
      expect((await api.loginWithPasskey(gatehouse.url, { passkey })).code).toBeNull();
    }),
  );

  rule(
    'rejected passkeys as second factors are limited per account, and a right password does not reset the count',
    () =>
      fromNewNetwork(async () => {
        const ada = await withTwoStepPasskey(api, gatehouse);
        const complete = (passkey: SoftwarePasskey) =>
          fromNewNetwork(async () => {
            const { challenge } = await api.login(gatehouse.url, { email: ada.email, password: ada.password });
            const response = passkey.get(challenge?.passkeyOptions ?? {});
            return api.completeLogin(gatehouse.url, { token: challenge?.token, passkey: response });
          });
        for (let i = 0; i < 2; i += 1) expect((await complete(new SoftwarePasskey())).code).toBe('INVALID_TOKEN');
        expect(await complete(ada.passkey)).toMatchObject({
          code: 'RATE_LIMITED',
          limit: 'MFA_ACCOUNT',
          retryAfter: 1,
        });
        jest.setSystemTime(Date.now() + 1000);
        expect((await complete(ada.passkey)).code).toBeNull();
        expect((await complete(new SoftwarePasskey())).code).toBe('INVALID_TOKEN');
        expect((await complete(ada.passkey)).code).toBeNull();
      }),
  );

  rule(
    'a login with a passkey makes its network known, so rejected passkeys from elsewhere do not lock the owner out',
    async () => {
      const ada = await fromNewNetwork(() => withTwoStepPasskey(api, gatehouse));
      const complete = async (passkey: SoftwarePasskey) => {
        const { challenge } = await api.login(gatehouse.url, { email: ada.email, password: ada.password });
        const response = passkey.get(challenge?.passkeyOptions ?? {});
        return api.completeLogin(gatehouse.url, { token: challenge?.token, passkey: response });
      };
      await fromNewNetwork(async () => {
        const passkey = ada.passkey.get(await loginOptions(api, gatehouse.url));
        expect((await api.loginWithPasskey(gatehouse.url, { passkey })).code).toBeNull();
        for (let i = 0; i < 2; i += 1) await fromNewNetwork(() => complete(new SoftwarePasskey()));
        expect(await fromNewNetwork(() => complete(ada.passkey))).toMatchObject({ limit: 'MFA_ACCOUNT' });
        expect((await complete(ada.passkey)).code).toBeNull();
      });
    },
  );

  rule('rejected new passkeys are limited per account', () =>
    fromNewNetwork(async () => {
      const ada = await signedIn(api, gatehouse);
      const add = async (changes: object) => {
        const options = await creationOptions(api, gatehouse.url, ada.jwt);
        return api.addPasskey(gatehouse.url, { passkey: new SoftwarePasskey().create(options, changes) }, ada.jwt);
      };
      for (let i = 0; i < 2; i += 1) expect((await add({ uv: false })).code).toBe('INVALID_TOKEN');
      expect(await add({})).toMatchObject({ code: 'RATE_LIMITED', limit: 'MFA_ACCOUNT' });
    }),
  );
});
