import { apis } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { verifyAddress } from '../support/verified-address';

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ MFA: 'required' });
});
afterAll(() => gatehouse.stop());
beforeEach(stopClock);
afterEach(() => jest.useRealTimers());

const password = 'correct horse battery';

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'MFA=required through $name',
  ({ api, other }) => {
    test('a user without a second factor gets a challenge that can only add one, and is completed by its first code', async () => {
      const credentials = { email: `required.${api.name.toLowerCase()}@example.com`, password };
      await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
      const mails = async () => (await gatehouse.allMails()).filter(({ to }) => to === credentials.email).length;
      expect(await mails()).toBe(1);
      expect(await api.login(gatehouse.url, credentials)).toMatchObject({
        code: 'EMAIL_NOT_VERIFIED',
        challenge: null,
      });
      expect(await mails()).toBe(2);
      expect(await other.login(gatehouse.url, credentials)).toMatchObject({
        code: 'EMAIL_NOT_VERIFIED',
        challenge: null,
      });
      expect(await mails()).toBe(3);
      await verifyAddress(gatehouse, credentials.email);
      const asked = await api.login(gatehouse.url, { ...credentials, code: '123456' });
      expect(asked).toMatchObject({
        code: 'MFA_REQUIRED',
        jwt: null,
        challenge: { factors: [], passkeyOptions: null },
      });
      const token = asked.challenge?.token;
      expect((await api.completeLogin(gatehouse.url, { token, code: '123456' })).code).toBe('INVALID_TOKEN');
      expect((await other.factors(gatehouse.url, String(token))).code).toBe('UNAUTHENTICATED');

      const enrolled = await other.enrollTotp(gatehouse.url, { token }, null);
      expect(enrolled).toMatchObject({ success: true, jwt: null });
      const authenticator = new Authenticator(String(enrolled.secret));
      const login = await api.completeLogin(gatehouse.url, { token, code: authenticator.next() });
      expect(login).toMatchObject({ success: true, user: { email: credentials.email } });
      expect(await api.factors(gatehouse.url, login.jwt)).toMatchObject({ factors: { totp: true, recoveryCodes: 0 } });
      // The login was with a second factor, so the user can create recovery codes now.
      expect(await api.regenerateRecoveryCodes(gatehouse.url, login.jwt)).toMatchObject({
        recoveryCodes: { length: 10 },
      });

      // As two-step sign-in cannot be switched off, the only factor cannot be removed.
      for (const one of [api, other])
        expect(await one.removeTotp(gatehouse.url, login.jwt)).toMatchObject({ code: 'FORBIDDEN' });

      const next = await other.login(gatehouse.url, credentials);
      expect(next.challenge?.factors).toEqual(['totp', 'recovery_code']);
      // A challenge of an account with a second factor adds none.
      const again = await api.enrollTotp(gatehouse.url, { token: next.challenge?.token }, null);
      expect(again).toMatchObject({ code: 'CONFLICT', secret: null });
    });

    test('a challenge of another user adds no factor to the account', async () => {
      const answer = await api.enrollTotp(gatehouse.url, { token: 'x'.repeat(64) }, null);
      expect(answer).toMatchObject({ code: 'INVALID_TOKEN', secret: null });
    });
  },
);
