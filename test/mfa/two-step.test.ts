import { type Answer, type Api, apis, inTurn, testInTurn } from '../support/apis';
import { Authenticator, withTotp } from '../support/authenticator';
import { claimsOf } from '../support/checked-load';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { newestToken } from '../support/ownership';
import { logInWith, type PersonWithPasskey, signedIn, withPasskey, withTwoStepPasskey } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';

// Two-step sign-in is a state of the account: a passkey alone does not switch it on, and yet protects the account.

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
// The codes of an authenticator app depend on the time.
beforeEach(stopClock);
afterEach(async () => {
  // Before the clock goes back: a mail of a later time would not be due.
  await gatehouse.allMails();
  jest.useRealTimers();
});

const password = 'correct horse battery';
const newPassword = 'a much longer horse';
const url = () => gatehouse.url;
const wait = (s: number) => jest.setSystemTime(Date.now() + s * 1000);
const levelOf = (jwt: string | null) => claimsOf(String(jwt)).acr;

const subjectsTo = async (address: string) =>
  (await gatehouse.allMails()).filter(({ to }) => to === address).map(({ subject }) => subject.split(' – ')[0]);
const eventsOf = async (jwt: string) => {
  const rows = await gatehouse.sql(
    `SELECT action FROM audit_events WHERE user_id = '${claimsOf(jwt).sub}' AND outcome = 'success' ORDER BY id`,
  );
  return rows.map(({ action }) => action);
};
const isLive = async (api: Api, jwt: string | null) => (await api.me(url(), jwt)).success;
const codesOf = async (jwt: string) =>
  (await gatehouse.sql(`SELECT hash FROM recovery_codes WHERE user_id = '${claimsOf(jwt).sub}'`)).length;

/** Sets a new password with the link of a mail. */
async function reset(api: Api, email: string): Promise<void> {
  // Earlier mails are sent first, so that the newest one is the mail of the reset.
  await gatehouse.allMails();
  await api.requestPasswordReset(url(), { email });
  const token = await newestToken(gatehouse, email);
  expect((await api.resetPassword(url(), { token, password: newPassword })).code).toBeNull();
}

/** Everything that a second factor protects, with what a session and the password of the owner can send. */
const guarded: Record<string, (api: Api, ada: PersonWithPasskey, jwt: string | null) => Promise<Answer>> = {
  enrollTotp: (api, _ada, jwt) => api.enrollTotp(url(), { currentPassword: password }, jwt),
  addPasskeyOptions: (api, _ada, jwt) => api.addPasskeyOptions(url(), { currentPassword: password }, jwt),
  removePasskey: (api, { id }, jwt) => api.removePasskey(url(), { id }, jwt),
  'setTwoStep on': (api, _ada, jwt) => api.setTwoStep(url(), { enabled: true }, jwt),
  'setTwoStep off': (api, _ada, jwt) => api.setTwoStep(url(), { enabled: false }, jwt),
  regenerateRecoveryCodes: (api, _ada, jwt) => api.regenerateRecoveryCodes(url(), jwt),
  changePassword: (api, _ada, jwt) =>
    api.changePassword(url(), { currentPassword: password, password: newPassword }, jwt),
  changeEmail: (api, { email }, jwt) =>
    api.changeEmail(url(), { email: `eve.${email}`, currentPassword: password }, jwt),
  deleteAccount: (api, _ada, jwt) => api.deleteAccount(url(), { currentPassword: password }, jwt),
};

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const factorsOf = async (jwt: string | null) => (await api.factors(url(), jwt)).factors;
    const twoStepOf = async (jwt: string | null) => (await factorsOf(jwt))?.twoStep;

    test('a passkey leaves the password as it is, and ends no session', async () => {
      const person = await signedIn(api, gatehouse);
      const elsewhere = await other.login(url(), { email: person.email, password });
      const passkey = new SoftwarePasskey();
      const { options } = await api.addPasskeyOptions(url(), { currentPassword: password }, person.jwt);
      const added = await api.addPasskey(url(), { passkey: passkey.create(options ?? {}) }, person.jwt);
      expect(added).toMatchObject({ success: true, recoveryCodes: [] });
      expect(await factorsOf(added.jwt)).toMatchObject({ twoStep: false, totp: false, recoveryCodes: 0 });
      const login = await other.login(url(), { email: person.email, password });
      expect(login).toMatchObject({ success: true, challenge: null });
      expect(levelOf(login.jwt)).toBe('aal1');
      for (const jwt of [person.jwt, elsewhere.jwt, added.jwt]) expect(await isLive(other, jwt)).toBe(true);
      expect(levelOf((await logInWith(other, url(), passkey)).jwt)).toBe('aal2');
      expect(await subjectsTo(person.email)).toContain('A passkey was added');
    });

    test('an authenticator app switches it on, returns ten codes, and ends no session', async () => {
      const person = await signedIn(api, gatehouse);
      const elsewhere = await other.login(url(), { email: person.email, password });
      const { secret } = await api.enrollTotp(url(), { currentPassword: password }, person.jwt);
      expect(await twoStepOf(person.jwt)).toBe(false);
      const code = new Authenticator(String(secret)).next();
      const confirmed = await other.confirmTotp(url(), { code }, person.jwt);
      expect(confirmed.recoveryCodes).toHaveLength(10);
      expect(await factorsOf(confirmed.jwt)).toMatchObject({ twoStep: true, totp: true, recoveryCodes: 10 });
      expect((await other.login(url(), { email: person.email, password })).code).toBe('MFA_REQUIRED');
      expect(await isLive(api, elsewhere.jwt)).toBe(true);
      expect(await subjectsTo(person.email)).toContain('An authenticator app was added');
      expect(await eventsOf(person.jwt)).toEqual(expect.arrayContaining(['factor_added', 'two_step_enabled']));
    });

    test('switched on, it asks for the passkey as the second step, and ten codes replace it', async () => {
      const ada = await withPasskey(api, gatehouse);
      const elsewhere = await other.login(url(), { email: ada.email, password });
      const on = await api.setTwoStep(url(), { enabled: true }, ada.raised);
      expect(on).toMatchObject({ success: true, msg: 'Two-step sign-in updated.' });
      expect(new Set(on.recoveryCodes).size).toBe(10);
      expect(await twoStepOf(ada.raised)).toBe(true);
      expect(await isLive(other, elsewhere.jwt)).toBe(true);
      const { challenge } = await other.login(url(), { email: ada.email, password });
      expect(challenge?.factors).toEqual(['passkey', 'recovery_code']);
      const passkey = ada.passkey.get(challenge?.passkeyOptions ?? {});
      const login = await api.completeLogin(url(), { token: challenge?.token, passkey });
      expect(levelOf(login.jwt)).toBe('aal2');
      expect((await other.login(url(), { email: ada.email, password, code: on.recoveryCodes?.[0] })).success).toBe(
        true,
      );
      expect(await subjectsTo(ada.email)).toContain('Two-step sign-in is on');
      expect(await eventsOf(ada.jwt)).toContain('two_step_enabled');
      // Nothing changes a second time.
      expect(await other.setTwoStep(url(), { enabled: true }, ada.raised)).toMatchObject({ recoveryCodes: [] });
      expect(await codesOf(ada.jwt)).toBe(10);
    });

    test('switched off, the password is enough, the codes are removed, and all other sessions end', async () => {
      const ada = await withTotp(api, gatehouse);
      const elsewhere = await other.login(url(), { email: ada.email, password, code: ada.authenticator.next() });
      const { jwt } = await api.stepUp(url(), { code: ada.authenticator.next() }, ada.jwt);
      const off = await api.setTwoStep(url(), { enabled: false }, jwt);
      expect(off).toMatchObject({ success: true, recoveryCodes: [] });
      expect(await factorsOf(jwt)).toMatchObject({ twoStep: false, totp: true, recoveryCodes: 0 });
      expect(await codesOf(ada.jwt)).toBe(0);
      expect(await isLive(other, elsewhere.jwt)).toBe(false);
      expect(levelOf((await other.login(url(), { email: ada.email, password })).jwt)).toBe('aal1');
      expect(await subjectsTo(ada.email)).toContain('Two-step sign-in is off');
      expect(await eventsOf(ada.jwt)).toContain('two_step_disabled');
      expect((await api.regenerateRecoveryCodes(url(), jwt)).code).toBe('CONFLICT');
      expect(await other.setTwoStep(url(), { enabled: false }, jwt)).toMatchObject({ success: true });
    });

    rule('without a second factor there is nothing to switch', async () => {
      const { jwt } = await signedIn(api, gatehouse);
      for (const enabled of [true, false]) {
        expect((await api.setTwoStep(url(), { enabled }, jwt)).code).toBe('CONFLICT');
      }
      expect(await twoStepOf(jwt)).toBe(false);
    });

    test.each([[undefined], ['true'], [null]])('%p is no state', async (enabled) => {
      const answer = await api.setTwoStep(url(), { enabled }, null);
      expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'enabled' }] });
    });

    rule('the removal of the last factor switches it off and deletes the codes', async () => {
      const ada = await withTwoStepPasskey(api, gatehouse);
      const { secret } = await api.enrollTotp(url(), {}, ada.raised);
      await api.confirmTotp(url(), { code: new Authenticator(String(secret)).next() }, ada.raised);
      wait(60);
      const jwt = (await logInWith(other, url(), ada.passkey)).jwt;
      expect((await other.removeTotp(url(), jwt)).code).toBeNull();
      expect(await factorsOf(jwt)).toMatchObject({ twoStep: true, recoveryCodes: 10 });
      expect((await other.removePasskey(url(), { id: ada.id }, jwt)).code).toBeNull();
      expect(await factorsOf(jwt)).toMatchObject({ twoStep: false, recoveryCodes: 0 });
      expect(await codesOf(ada.jwt)).toBe(0);
      expect((await api.login(url(), { email: ada.email, password })).success).toBe(true);
      // The next passkey does not bring it back.
      const { options } = await api.addPasskeyOptions(url(), { currentPassword: password }, jwt);
      await api.addPasskey(url(), { passkey: new SoftwarePasskey().create(options ?? {}) }, jwt);
      expect(await twoStepOf(jwt)).toBe(false);
    });

    describe('a phished password', () => {
      test.each(inTurn(api, Object.entries(guarded)))(
        'changes nothing that the passkey of the owner protects: %s',
        async (_, act) => {
          const ada = await withPasskey(api, gatehouse);
          const { jwt } = await other.login(url(), { email: ada.email, password });
          expect(await act(api, ada, jwt)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
          // Not with the password again, which two-step sign-in would reject.
          const again = await other.stepUp(url(), { password }, jwt);
          expect(levelOf(again.jwt)).toBe('aal1');
          expect(await act(other, ada, again.jwt)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
        },
      );

      rule('cannot enrol an authenticator next to the passkey of the owner, even if it began before', async () => {
        const ada = await signedIn(api, gatehouse);
        const { jwt: stolen } = await other.login(url(), { email: ada.email, password });
        const { secret } = await other.enrollTotp(url(), { currentPassword: password }, stolen);
        const { options: prepared } = await other.addPasskeyOptions(url(), { currentPassword: password }, stolen);

        const { options } = await api.addPasskeyOptions(url(), { currentPassword: password }, ada.jwt);
        const passkey = new SoftwarePasskey();
        expect((await api.addPasskey(url(), { passkey: passkey.create(options ?? {}) }, ada.jwt)).code).toBeNull();

        const code = new Authenticator(String(secret)).next();
        expect((await other.confirmTotp(url(), { code }, stolen)).code).toBe('STEP_UP_REQUIRED');
        const another = new SoftwarePasskey().create(prepared ?? {});
        expect((await other.addPasskey(url(), { passkey: another }, stolen)).code).toBe('STEP_UP_REQUIRED');
        const { jwt } = await logInWith(api, url(), passkey);
        expect(await factorsOf(jwt)).toMatchObject({ twoStep: false, totp: false, passkeys: { length: 1 } });
      });
    });

    describe('after a reset by mail', () => {
      rule('a lost passkey locks no owner in: a sign-in within 15 minutes removes it', async () => {
        const ada = await withPasskey(api, gatehouse);
        await reset(api, ada.email);
        // The reset itself removes no factor.
        expect((await gatehouse.sql(`SELECT 1 FROM passkeys WHERE id = '${ada.id}'`)).length).toBe(1);
        wait(899);
        const { jwt } = await other.login(url(), { email: ada.email, password: newPassword });
        expect(levelOf(jwt)).toBe('aal1');
        wait(299);
        expect((await other.removePasskey(url(), { id: ada.id }, jwt)).code).toBeNull();
        expect(await factorsOf(jwt)).toMatchObject({ passkeys: [] });
      });

      test.each(inTurn(api, Object.keys(guarded)))(
        '%s is as free as with the passkey, for five minutes',
        async (name) => {
          const ada = await withPasskey(api, gatehouse);
          await reset(api, ada.email);
          const signIn = async () => (await other.login(url(), { email: ada.email, password: newPassword })).jwt;
          const early = await signIn();
          wait(301);
          expect(await guarded[name]?.(api, ada, early)).toMatchObject({ code: 'STEP_UP_REQUIRED' });
          const late = await signIn();
          const answer = await guarded[name]?.(api, ada, late);
          expect(answer?.code).not.toBe('STEP_UP_REQUIRED');
        },
      );

      rule('a sign-in later than 15 minutes is a password and no more', async () => {
        const ada = await withPasskey(api, gatehouse);
        await reset(api, ada.email);
        wait(901);
        const { jwt } = await other.login(url(), { email: ada.email, password: newPassword });
        expect((await api.removePasskey(url(), { id: ada.id }, jwt)).code).toBe('STEP_UP_REQUIRED');
        expect((await api.stepUp(url(), { password: newPassword }, jwt)).code).toBeNull();
        expect((await api.removePasskey(url(), { id: ada.id }, jwt)).code).toBe('STEP_UP_REQUIRED');
      });

      rule('two-step sign-in still asks for the factor, and the password does not replace it', async () => {
        const ada = await withTwoStepPasskey(api, gatehouse);
        await reset(api, ada.email);
        const answer = await other.login(url(), { email: ada.email, password: newPassword });
        expect(answer).toMatchObject({ code: 'MFA_REQUIRED', challenge: { factors: ['passkey', 'recovery_code'] } });
        const code = ada.recoveryCodes[0];
        const { jwt } = await other.login(url(), { email: ada.email, password: newPassword, code });
        wait(301);
        expect((await api.removePasskey(url(), { id: ada.id }, jwt)).code).toBe('STEP_UP_REQUIRED');
        expect((await api.stepUp(url(), { password: newPassword }, jwt)).code).toBe('MFA_REQUIRED');
      });

      rule('a change of the address also needs the old address, because no factor was used', async () => {
        const ada = await withPasskey(api, gatehouse);
        await gatehouse.sql(`UPDATE passkeys SET created_ts = created_ts - interval '8 days' WHERE id = '${ada.id}'`);
        await reset(api, ada.email);
        const { jwt } = await other.login(url(), { email: ada.email, password: newPassword });
        const email = `new.${ada.email}`;
        await gatehouse.allMails();
        expect((await api.changeEmail(url(), { email }, jwt)).code).toBeNull();
        const token = await newestToken(gatehouse, email);
        expect((await other.confirmEmailChange(url(), { token })).code).toBeNull();
        expect((await api.me(url(), jwt)).user?.email).toBe(ada.email);
        const approval = await newestToken(gatehouse, ada.email);
        expect((await other.confirmEmailChange(url(), { token: approval })).code).toBeNull();
        expect((await api.me(url(), jwt)).user?.email).toBe(email);
      });
    });

    rule('the password steps a session up while it is off, and not while it is on', async () => {
      const ada = await withPasskey(api, gatehouse);
      const { jwt } = await other.login(url(), { email: ada.email, password });
      const { stepUpOptions } = await api.stepUpOptions(url(), jwt);
      expect(stepUpOptions).toMatchObject({ password: true, factors: ['passkey'] });
      wait(400);
      const renewed = await api.stepUp(url(), { password }, jwt);
      expect(claimsOf(String(renewed.jwt))).toMatchObject({ acr: 'aal1', amr: ['pwd'] });
      const passkey = ada.passkey.get(stepUpOptions?.passkeyOptions ?? {});
      wait(-200);
      const { jwt: raised } = await api.stepUp(url(), { passkey }, jwt);
      expect((await other.setTwoStep(url(), { enabled: true }, raised)).code).toBeNull();
      expect((await api.stepUp(url(), { password }, jwt)).code).toBe('MFA_REQUIRED');
      expect((await api.stepUpOptions(url(), jwt)).stepUpOptions).toMatchObject({
        password: false,
        factors: ['passkey', 'recovery_code'],
      });
    });

    describe('one code is enough', () => {
      rule('the first code of an application raises its session, and it can be used immediately', async () => {
        const person = await signedIn(api, gatehouse);
        const { secret } = await api.enrollTotp(url(), { currentPassword: password }, person.jwt);
        wait(3600 - 30);
        const { jwt } = await api.confirmTotp(url(), { code: new Authenticator(String(secret)).next() }, person.jwt);
        const { sub, sid } = claimsOf(person.jwt);
        const now = Math.floor(Date.now() / 1000);
        expect(claimsOf(String(jwt))).toMatchObject({
          sub,
          sid,
          acr: 'aal2',
          amr: ['pwd', 'otp', 'mfa'],
          auth_time: now,
        });
        expect((await other.regenerateRecoveryCodes(url(), jwt)).recoveryCodes).toHaveLength(10);
      });

      rule('so does the first passkey, also for the refreshed access tokens', async () => {
        const person = await signedIn(api, gatehouse);
        const { jwt, refreshToken } = await api.login(url(), { email: person.email, password });
        const { options } = await api.addPasskeyOptions(url(), { currentPassword: password }, jwt);
        const added = await api.addPasskey(url(), { passkey: new SoftwarePasskey().create(options ?? {}) }, jwt);
        const raised = { acr: 'aal2', amr: ['pwd', 'swk', 'user', 'mfa'] };
        expect(claimsOf(String(added.jwt))).toMatchObject(raised);
        expect(claimsOf(String((await other.refresh(url(), { refreshToken })).jwt))).toMatchObject(raised);
      });

      rule('a further factor raises only a session that has used one', async () => {
        const ada = await withPasskey(api, gatehouse);
        const { options } = await api.addPasskeyOptions(url(), {}, ada.raised);
        const second = new SoftwarePasskey('ES256', { synced: false });
        const added = await api.addPasskey(url(), { passkey: second.create(options ?? {}) }, ada.raised);
        expect(claimsOf(String(added.jwt)).amr).toEqual(['pwd', 'swk', 'hwk', 'user', 'mfa']);

        await reset(api, ada.email);
        const { jwt } = await other.login(url(), { email: ada.email, password: newPassword });
        const { secret } = await api.enrollTotp(url(), {}, jwt);
        const confirmed = await api.confirmTotp(url(), { code: new Authenticator(String(secret)).next() }, jwt);
        expect(confirmed.recoveryCodes).toHaveLength(10);
        expect(claimsOf(String(confirmed.jwt))).toMatchObject({
          acr: 'aal1',
          auth_time: claimsOf(String(jwt)).auth_time,
        });
      });
    });

    rule('a login with the password fails if it is switched on at the same moment', async () => {
      const ada = await withPasskey(api, gatehouse);
      const { users } = gatehouse.stores;
      const find = users.findCredentials.bind(users);
      const before = jest.spyOn(users, 'findCredentials').mockImplementationOnce(async (address) => {
        const found = await find(address);
        await other.setTwoStep(url(), { enabled: true }, ada.raised);
        return found;
      });
      expect((await api.login(url(), { email: ada.email, password })).code).toBe('MFA_REQUIRED');
      before.mockRestore();
    });

    rule('the link of the mail about an application removes it, and what it has switched on', async () => {
      const ada = await withPasskey(api, gatehouse);
      await gatehouse.sql(`UPDATE passkeys SET created_ts = created_ts - interval '8 days' WHERE id = '${ada.id}'`);
      // Someone who has phished the new password in the minutes after a reset.
      await reset(api, ada.email);
      const { jwt } = await other.login(url(), { email: ada.email, password: newPassword });
      const { secret } = await other.enrollTotp(url(), {}, jwt);
      await gatehouse.allMails();
      expect((await other.confirmTotp(url(), { code: new Authenticator(String(secret)).next() }, jwt)).code).toBeNull();
      expect((await api.login(url(), { email: ada.email, password: newPassword })).code).toBe('MFA_REQUIRED');
      const token = await newestToken(gatehouse, ada.email);
      expect((await api.resetPassword(url(), { token, password })).code).toBeNull();
      const login = await api.login(url(), { email: ada.email, password });
      expect(await factorsOf(login.jwt)).toMatchObject({ twoStep: false, totp: false, passkeys: { length: 1 } });
    });

    rule('such a link leaves on what was on before', async () => {
      const ada = await withTwoStepPasskey(api, gatehouse);
      await gatehouse.sql(
        `UPDATE users SET two_step_ts = two_step_ts - interval '8 days' WHERE email = '${ada.email}'`,
      );
      await gatehouse.sql(`UPDATE passkeys SET created_ts = created_ts - interval '8 days' WHERE id = '${ada.id}'`);
      const { secret } = await api.enrollTotp(url(), {}, ada.raised);
      await gatehouse.allMails();
      await api.confirmTotp(url(), { code: new Authenticator(String(secret)).next() }, ada.raised);
      const token = await newestToken(gatehouse, ada.email);
      expect((await api.resetPassword(url(), { token, password: newPassword })).code).toBeNull();
      const login = await api.login(url(), { email: ada.email, password: newPassword });
      expect(login).toMatchObject({ code: 'MFA_REQUIRED', challenge: { factors: ['passkey', 'recovery_code'] } });
    });
  },
);

describe.each(apis.map((api) => ({ name: api.name, api })))('where it is required, through $name', ({ api }) => {
  const rule = testInTurn(api);
  rule('with MFA=required, it is on for everyone and cannot be switched off', async () => {
    const ada = await withPasskey(api, gatehouse);
    const strict = await gatehouse.another({ MFA: 'required' });
    expect((await api.login(strict.url, { email: ada.email, password })).challenge?.factors).toEqual(['passkey']);
    const { jwt } = await logInWith(api, strict.url, ada.passkey);
    expect((await api.factors(strict.url, jwt)).factors?.twoStep).toBe(true);
    expect((await api.stepUp(strict.url, { password }, jwt)).code).toBe('MFA_REQUIRED');
    // The account had it off, so it has no codes yet.
    expect((await api.setTwoStep(strict.url, { enabled: true }, jwt)).recoveryCodes).toHaveLength(10);
    expect((await api.setTwoStep(strict.url, { enabled: false }, jwt)).code).toBe('FORBIDDEN');
    expect((await api.factors(strict.url, jwt)).factors).toMatchObject({ twoStep: true, recoveryCodes: 10 });
  });

  rule('a reset by mail does not stand for the factor there', async () => {
    const ada = await withPasskey(api, gatehouse);
    await reset(api, ada.email);
    const strict = await gatehouse.another({ MFA: 'required' });
    const login = await api.login(url(), { email: ada.email, password: newPassword });
    expect((await api.removePasskey(strict.url, { id: ada.id }, login.jwt)).code).toBe('STEP_UP_REQUIRED');
  });

  rule('the first passkey of a super admin switches it on, while ADMIN_MIN_ACR is aal2', async () => {
    const strict = await gatehouse.another({ ADMIN_MIN_ACR: 'aal2' });
    const root = await signedIn(api, gatehouse);
    await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE email = '${root.email}'`);
    const { options } = await api.addPasskeyOptions(strict.url, { currentPassword: password }, root.jwt);
    const passkey = new SoftwarePasskey();
    const added = await api.addPasskey(strict.url, { passkey: passkey.create(options ?? {}) }, root.jwt);
    expect(added.recoveryCodes).toHaveLength(10);
    expect((await api.login(url(), { email: root.email, password })).code).toBe('MFA_REQUIRED');
    expect((await api.setTwoStep(strict.url, { enabled: false }, added.jwt)).code).toBe('FORBIDDEN');
    expect(await subjectsTo(root.email)).toEqual(
      expect.arrayContaining(['A passkey was added', 'Two-step sign-in is on']),
    );
    // The console opens with the session that has added the passkey.
    const headers = { Authorization: `Bearer ${added.jwt}` };
    expect((await fetch(`${strict.url}/admin/users`, { headers })).status).toBe(200);
  });

  rule('a user who becomes a super admin later needs it, too', async () => {
    const ada = await withPasskey(api, gatehouse);
    await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE email = '${ada.email}'`);
    const strict = await gatehouse.another({ ADMIN_MIN_ACR: 'aal2' });
    expect((await api.login(strict.url, { email: ada.email, password })).code).toBe('MFA_REQUIRED');
    expect((await api.login(url(), { email: ada.email, password })).code).toBeNull();
    const { jwt } = await logInWith(api, strict.url, ada.passkey);
    expect((await api.regenerateRecoveryCodes(strict.url, jwt)).recoveryCodes).toHaveLength(10);
    expect((await api.login(strict.url, { email: ada.email, password })).challenge?.factors).toEqual([
      'passkey',
      'recovery_code',
    ]);
  });
});
