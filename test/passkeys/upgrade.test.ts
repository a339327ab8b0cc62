import { type Api, apis, inTurn, testInTurn } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { newestToken } from '../support/ownership';
import { creationOptions, logInWith, signedIn, withAutomaticPasskey, withPasskey } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';
import { ageAccount } from '../support/verified-address';

/** Passkeys that the browser adds by itself after a login with the password. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const password = 'correct horse battery';
/** As a browser that does not ask its user. */
const unasked = { up: false, uv: false };
const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());

type Input = { currentPassword?: string };
const askFor = (api: Api, jwt: string | null, proof: Input = { currentPassword: password }) =>
  api.addPasskeyOptions(gatehouse.url, { ...proof, conditional: true }, jwt);

const upgraded = (api: Api, passkey?: SoftwarePasskey) => withAutomaticPasskey(api, gatehouse, passkey);

async function auditOf(email: string): Promise<string[]> {
  await gatehouse.services.audit.close();
  const rows = await gatehouse.sql(
    `SELECT action, details->>'reason' AS reason, details->>'method' AS method FROM audit_events WHERE user_id = (SELECT id FROM users WHERE email = '${email}') ORDER BY id`,
  );
  return rows.map(({ action, reason, method }) => [action, reason ?? method].filter(Boolean).join(': '));
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);

    test('the browser adds a passkey without its user, which stands for the password', async () => {
      const ada = await signedIn(api, gatehouse);
      const { options } = await askFor(api, ada.jwt);
      expect(options).toMatchObject({
        authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
        excludeCredentials: [],
      });
      const passkey = new SoftwarePasskey();
      const added = await api.addPasskey(gatehouse.url, { passkey: passkey.create(options ?? {}, unasked) }, ada.jwt);
      expect(added).toMatchObject({ success: true, passkey: { automatic: true }, recoveryCodes: [] });
      // Nobody has proved anything with it.
      expect(claimsOf(added.jwt)).toMatchObject({ acr: 'aal1', amr: ['pwd'] });
      expect(await gatehouse.sql(`SELECT factors, two_step FROM users WHERE email = '${ada.email}'`)).toEqual([
        { factors: [], two_step: false },
      ]);
      const login = await logInWith(other, gatehouse.url, passkey);
      expect(login.user?.email).toBe(ada.email);
      expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal1', amr: ['swk'] });
      // The password still proves who the user is.
      expect((await other.addPasskeyOptions(gatehouse.url, { currentPassword: password }, login.jwt)).code).toBeNull();
      const subjects = (await gatehouse.allMails()).filter(({ to }) => to === ada.email).map(({ subject }) => subject);
      expect(subjects.filter((subject) => /passkey/i.test(subject))).toEqual([
        expect.stringContaining('Your browser added a passkey'),
      ]);
      expect(await auditOf(ada.email)).toContain('factor_added: automatic');
    });

    test.each(
      inTurn<[string, string, Parameters<SoftwarePasskey['create']>[1]]>(api, [
        ['present, nor verified', 'unverified user', unasked],
        ['verified', 'unverified user', { uv: false }],
        ['present', 'malformed passkey', { up: false }],
      ]),
    )('with other options, the user must also be %s', async (_, reason, changes) => {
      const ada = await signedIn(api, gatehouse);
      const passkey = new SoftwarePasskey().create(await creationOptions(api, gatehouse.url, ada.jwt), changes);
      expect((await api.addPasskey(gatehouse.url, { passkey }, ada.jwt)).code).toBe('INVALID_TOKEN');
      expect(await auditOf(ada.email)).toContain(`factor_change_rejected: ${reason}`);
      expect((await api.factors(gatehouse.url, ada.jwt)).factors?.passkeys).toEqual([]);
    });

    rule('a client that claims to have verified the user gets no stronger passkey', async () => {
      const ada = await signedIn(api, gatehouse);
      const { options } = await askFor(api, ada.jwt);
      const passkey = new SoftwarePasskey();
      const added = await api.addPasskey(gatehouse.url, { passkey: passkey.create(options ?? {}) }, ada.jwt);
      expect(added.passkey).toMatchObject({ automatic: true });
      expect(claimsOf(added.jwt).acr).toBe('aal1');
      expect(claimsOf((await logInWith(api, gatehouse.url, passkey)).jwt).acr).toBe('aal1');
    });

    rule('the options need the password, and are good once, for this session, for five minutes', async () => {
      const ada = await signedIn(api, gatehouse);
      await ageAccount(gatehouse, ada.email);
      expect((await askFor(api, ada.jwt, {})).code).toBe('VALIDATION_FAILED');
      expect((await askFor(api, ada.jwt, { currentPassword: 'wrong horse' })).code).toBe('INVALID_CREDENTIALS');
      expect((await askFor(api, null)).code).toBe('UNAUTHENTICATED');
      const again = await other.login(gatehouse.url, { email: ada.email, password });
      const { options, expiresIn } = await askFor(api, ada.jwt);
      expect(expiresIn).toBe(300);
      const [first, second] = [new SoftwarePasskey(), new SoftwarePasskey()].map((one) =>
        one.create(options ?? {}, unasked),
      );
      const codes = [
        (await api.addPasskey(gatehouse.url, { passkey: first }, again.jwt)).code,
        (await api.addPasskey(gatehouse.url, { passkey: first }, ada.jwt)).code,
        (await api.addPasskey(gatehouse.url, { passkey: second }, ada.jwt)).code,
      ];
      expect(codes).toEqual(['INVALID_TOKEN', null, 'INVALID_TOKEN']);
      expect(await auditOf(ada.email)).toContain('factor_change_rejected: used challenge');
    });

    rule('an address that is not verified gets none', async () => {
      const ada = await signedIn(api, gatehouse);
      await gatehouse.sql(`UPDATE users SET email_verified = false WHERE email = '${ada.email}'`);
      expect((await askFor(api, ada.jwt)).code).toBe('EMAIL_NOT_VERIFIED');
    });

    rule('an account with a passkey first shows it, and the same browser adds no second one', async () => {
      const ada = await withPasskey(api, gatehouse);
      expect((await askFor(api, ada.jwt)).code).toBe('STEP_UP_REQUIRED');
      const { jwt } = await logInWith(api, gatehouse.url, ada.passkey);
      expect((await askFor(other, jwt, {})).options).toMatchObject({ excludeCredentials: [{ id: ada.passkey.id }] });
      const grace = await upgraded(api);
      expect((await askFor(other, grace.jwt)).options).toMatchObject({
        excludeCredentials: [{ id: grace.passkey.id }],
      });
    });

    rule('the user removes it, and the browser adds no other one', async () => {
      const ada = await upgraded(api);
      expect((await api.removePasskey(gatehouse.url, { id: ada.id }, ada.jwt)).code).toBeNull();
      expect((await logInWith(api, gatehouse.url, ada.passkey)).code).toBe('INVALID_TOKEN');
      const { jwt } = await other.login(gatehouse.url, { email: ada.email, password });
      expect((await askFor(other, jwt)).code).toBe('FORBIDDEN');
      // By hand, it is still possible.
      const passkey = new SoftwarePasskey().create(await creationOptions(other, gatehouse.url, String(jwt)));
      expect((await other.addPasskey(gatehouse.url, { passkey }, jwt)).passkey).toMatchObject({ automatic: false });
    });

    rule('options from before the removal of a passkey add none either', async () => {
      const ada = await upgraded(api);
      const { options } = await askFor(api, ada.jwt);
      expect((await api.removePasskey(gatehouse.url, { id: ada.id }, ada.jwt)).code).toBeNull();
      const passkey = new SoftwarePasskey().create(options ?? {}, unasked);
      expect((await api.addPasskey(gatehouse.url, { passkey }, ada.jwt)).code).toBe('FORBIDDEN');
    });

    rule('the link of the e-mail removes it, and the browser adds no other one', async () => {
      const ada = await upgraded(api);
      const token = await newestToken(gatehouse, ada.email);
      expect((await api.resetPassword(gatehouse.url, { token, password: 'a much longer horse' })).code).toBeNull();
      expect((await logInWith(api, gatehouse.url, ada.passkey)).code).toBe('INVALID_TOKEN');
      const { jwt } = await api.login(gatehouse.url, { email: ada.email, password: 'a much longer horse' });
      expect((await askFor(api, jwt, { currentPassword: 'a much longer horse' })).code).toBe('FORBIDDEN');
    });

    rule('a passkey that the user adds in the same authenticator replaces it', async () => {
      const aaguid = 'd548826e-79b4-db40-a3d8-11116f7e8349';
      const ada = await upgraded(api, new SoftwarePasskey('ES256', { aaguid }));
      const options = await creationOptions(api, gatehouse.url, ada.jwt);
      expect(options).toMatchObject({ excludeCredentials: [] });
      const own = ada.passkey.another();
      const { jwt } = await api.addPasskey(gatehouse.url, { passkey: own.create(options) }, ada.jwt);
      expect(claimsOf(jwt).acr).toBe('aal2');
      expect((await other.factors(gatehouse.url, jwt)).factors?.passkeys).toMatchObject([
        { credentialId: own.id, automatic: false },
      ]);
    });

    describe('with a clock that stands still', () => {
      beforeEach(stopClock);
      afterEach(async () => {
        await gatehouse.allMails();
        jest.useRealTimers();
      });

      rule('a removal needs a recent login', async () => {
        const ada = await upgraded(api);
        jest.setSystemTime(Date.now() + 301_000);
        expect((await api.removePasskey(gatehouse.url, { id: ada.id }, ada.jwt)).code).toBe('STEP_UP_REQUIRED');
        const { jwt } = await logInWith(api, gatehouse.url, ada.passkey);
        expect((await api.removePasskey(gatehouse.url, { id: ada.id }, jwt)).code).toBeNull();
      });

      rule('with two-step sign-in, it is only the first step', async () => {
        const ada = await upgraded(api);
        const { secret } = await api.enrollTotp(gatehouse.url, { currentPassword: password }, ada.jwt);
        const app = new Authenticator(String(secret));
        expect((await api.confirmTotp(gatehouse.url, { code: app.next() }, ada.jwt)).code).toBeNull();
        const login = await logInWith(api, gatehouse.url, ada.passkey);
        expect(login).toMatchObject({
          code: 'MFA_REQUIRED',
          jwt: null,
          challenge: { factors: ['totp', 'recovery_code'], passkeyOptions: null },
        });
        const completed = await other.completeLogin(gatehouse.url, {
          token: login.challenge?.token,
          code: app.next(),
        });
        expect(claimsOf(completed.jwt)).toMatchObject({ acr: 'aal2', amr: ['otp', 'swk', 'mfa'] });
        // Nor is it the second step of a login with the password.
        const added = await api.addPasskeyOptions(gatehouse.url, {}, completed.jwt);
        const own = new SoftwarePasskey('ES256', { aaguid: 'd548826e-79b4-db40-a3d8-11116f7e8349' });
        await api.addPasskey(gatehouse.url, { passkey: own.create(added.options ?? {}) }, completed.jwt);
        const { challenge } = await api.login(gatehouse.url, { email: ada.email, password });
        expect(challenge?.passkeyOptions).toMatchObject({ allowCredentials: [{ id: own.id }] });
        const passkey = ada.passkey.get(challenge?.passkeyOptions ?? {});
        const rejected = await api.completeLogin(gatehouse.url, { token: challenge?.token, passkey });
        expect(rejected.code).toBe('INVALID_TOKEN');
        expect(await auditOf(ada.email)).toContain('second_factor_failed: automatic passkey');
      });

      rule('with two-step sign-in, the browser adds one after the second step, and not before', async () => {
        const ada = await signedIn(api, gatehouse);
        const { secret } = await api.enrollTotp(gatehouse.url, { currentPassword: password }, ada.jwt);
        const app = new Authenticator(String(secret));
        await api.confirmTotp(gatehouse.url, { code: app.next() }, ada.jwt);
        // The session of before.
        await gatehouse.sql(`UPDATE sessions SET acr = 'aal1' WHERE id = '${claimsOf(ada.jwt).sid}'`);
        expect((await askFor(api, ada.jwt)).code).toBe('STEP_UP_REQUIRED');
        const { jwt } = await api.login(gatehouse.url, { email: ada.email, password, code: app.next() });
        const { options } = await askFor(api, jwt, {});
        const passkey = new SoftwarePasskey().create(options ?? {}, unasked);
        expect((await api.addPasskey(gatehouse.url, { passkey }, jwt)).passkey).toMatchObject({ automatic: true });
      });
    });
  },
);

describe('is not offered', () => {
  test.each(apis)('with PASSKEY_UPGRADE=off: $name', async (api) => {
    const other = await startGatehouse({ PASSKEY_UPGRADE: 'off' });
    const ada = await signedIn(api, other);
    const input = { currentPassword: password, conditional: true };
    expect((await api.addPasskeyOptions(other.url, input, ada.jwt)).code).toBe('FORBIDDEN');
    expect((await api.addPasskeyOptions(other.url, { currentPassword: password }, ada.jwt)).code).toBeNull();
    await other.stop();
  });

  test.each(apis)('to a super admin who must add a second factor: $name', async (api) => {
    const other = await startGatehouse({ ADMIN_MIN_ACR: 'aal2' });
    const ada = await signedIn(api, other);
    await other.sql(`UPDATE users SET is_super_admin = true WHERE email = '${ada.email}'`);
    const { jwt } = await api.login(other.url, { email: ada.email, password });
    const input = { currentPassword: password, conditional: true };
    expect((await api.addPasskeyOptions(other.url, input, jwt)).code).toBe('FORBIDDEN');
    await other.stop();
  });
});
