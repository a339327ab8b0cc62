import { userPurposes } from '../../src/accounts/users/users.purposes';
import { createAccessRightsService, createUserLifecycle } from '../../src/compose/admin-users';
import { readConfig } from '../../src/compose/config';
import { checkMailServer } from '../../src/doctor/mail-check';
import { verificationPurposes } from '../../src/features/email-verification/email-verification.purposes';
import { createLog } from '../../src/platform/observability/log';
import { type Api, apis, testInTurn, withHeaders } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { agePasskeys, newestToken, ownerWithPasskey } from '../support/ownership';
import { logInWith } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';
import { loginSuperAdmin } from '../support/super-admin';
import { unproveAddress, verifyAddress } from '../support/verified-address';

// Which facts of an account stand for its owner: the consent of an address, a second factor, the first proof of an address.

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const newPassword = 'a much longer horse';
const tokenTo = (address: string) => newestToken(gatehouse, address);
const addressOf = async (id: string) => (await gatehouse.sql(`SELECT email FROM users WHERE id = '${id}'`))[0]?.email;

let people = 0;

/** A user who has not verified the address, and is signed in. */
async function registered(api: Api) {
  people += 1;
  const ada = { email: `trust.${people}@example.com`, password: 'correct horse battery' };
  await api.register(gatehouse.url, { ...ada, firstName: 'Ada', lastName: 'Lovelace' });
  const { jwt } = await api.login(gatehouse.url, ada);
  if (jwt === null) throw new Error('the login failed');
  return { ...ada, jwt };
}

async function idOf(api: Api, jwt: string): Promise<string> {
  return (await api.me(gatehouse.url, jwt)).user?.id ?? '';
}

test('an installation that sends no mails asks for no verified address, and the doctor says what that means', async () => {
  const [api] = apis;
  const silent = await gatehouse.another({ MAILBOX: 'false', MFA: 'required' });
  const ada = await registered(api);
  const { challenge } = await api.login(silent.url, { email: ada.email, password: ada.password });
  expect(challenge).toMatchObject({ factors: [] });
  expect((await api.enrollTotp(silent.url, { token: challenge?.token }, null)).code).toBeNull();
  expect(await checkMailServer(readConfig({ MAILBOX: 'false' }), null)).toMatchObject({
    says: expect.stringContaining('a second factor can be added to an address that no user has proved'),
  });
});

test('an operator who creates an account, makes a super admin or changes an address vouches for it', async () => {
  const [api] = apis;
  const { config, stores } = gatehouse;
  const isVerified = async (email: string) =>
    (await gatehouse.sql(`SELECT email_verified FROM users WHERE email = '${email}'`))[0]?.email_verified;
  const users = createUserLifecycle(config, stores, async () => 'hash', createLog('silent'));
  const created = { email: 'created@example.com', password: newPassword, firstName: 'Ada', lastName: 'Lovelace' };
  await users.create(created, { isSuperAdmin: false });
  expect(await isVerified(created.email)).toBe(true);

  const ada = await registered(api);
  const id = await idOf(api, ada.jwt);
  expect(await isVerified(ada.email)).toBe(false);
  await createAccessRightsService(config, stores, createLog('silent')).setSuperAdmin(id, true, null);
  expect(await isVerified(ada.email)).toBe(true);

  const bob = await registered(api);
  const admin = await loginSuperAdmin(gatehouse, 'root@example.com');
  const changed = { id: await idOf(api, bob.jwt), email: `new.${bob.email}`, reason: 'mistyped' };
  const [{ call }] = apis;
  expect(await call(gatehouse.url, 'updateUser', changed, admin.jwt)).toMatchObject({ code: null });
  expect(await isVerified(`new.${bob.email}`)).toBe(true);
});

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const url = () => gatehouse.url;
    const owner = (days: number) => ownerWithPasskey(api, gatehouse, { days });
    /** Adds an authenticator app with the password alone. */
    const addTotp = async ({ email, password: currentPassword }: { email: string; password: string }) => {
      const { jwt } = await api.login(url(), { email, password: currentPassword });
      // The first hour after the first login is over.
      await gatehouse.sql('UPDATE sessions SET network_since_ts = NULL');
      const { secret } = await api.enrollTotp(url(), { currentPassword }, jwt);
      const code = new Authenticator(String(secret)).at(Date.now());
      expect((await api.confirmTotp(url(), { code }, jwt)).code).toBeNull();
    };
    const resetPassword = async (email: string) => {
      await other.requestPasswordReset(url(), { email });
      return other.resetPassword(url(), { token: await tokenTo(email), password: newPassword });
    };

    describe('a reset removes no second factor', () => {
      rule('after a super admin has corrected the address', async () => {
        const ada = await owner(1);
        await api.setTwoStep(url(), { enabled: true }, ada.jwt);
        const admin = await loginSuperAdmin(gatehouse, `root.${ada.email}`);
        const email = `corrected.${ada.email}`;
        const [{ call }] = apis;
        const change = { id: ada.id, email, reason: 'mistyped' };
        expect(await call(url(), 'updateUser', change, admin.jwt)).toMatchObject({ code: null });
        expect((await resetPassword(email)).code).toBeNull();
        expect((await api.login(url(), { email, password: newPassword })).code).toBe('MFA_REQUIRED');
        expect((await logInWith(api, url(), ada.passkey)).code).toBeNull();
      });

      rule('of a super admin whom an operator has created', async () => {
        const { email, password } = await registered(api);
        const root = { email: `root.${email}`, password };
        const [row] = await gatehouse.sql(`SELECT password_hash FROM users WHERE email = '${email}'`);
        const { config, stores } = gatehouse;
        const users = createUserLifecycle(config, stores, async () => String(row?.password_hash), createLog('silent'));
        await users.create({ ...root, firstName: 'Ada', lastName: 'Lovelace' }, { isSuperAdmin: true });
        await addTotp(root);
        expect((await resetPassword(root.email)).code).toBeNull();
        expect((await api.login(url(), { ...root, password: newPassword })).code).toBe('MFA_REQUIRED');
      });
    });

    describe('a change of a verified address', () => {
      rule('needs the approval of the old address if the second factor is six days old', async () => {
        const ada = await owner(6);
        expect((await api.changeEmail(url(), { email: ada.eve }, ada.jwt)).code).toBeNull();
        const [confirm, approve] = [await tokenTo(ada.eve), await tokenTo(ada.email)];
        expect((await other.confirmEmailChange(url(), { token: confirm })).code).toBeNull();
        expect(await addressOf(ada.id)).toBe(ada.email);
        expect((await other.confirmEmailChange(url(), { token: approve })).code).toBeNull();
        expect(await addressOf(ada.id)).toBe(ada.eve);
      });

      rule('needs it if the user has added another second factor six days ago', async () => {
        const ada = await owner(8);
        const { options } = await api.addPasskeyOptions(url(), {}, ada.jwt);
        const passkey = new SoftwarePasskey();
        await api.addPasskey(url(), { passkey: passkey.create(options ?? {}) }, ada.jwt);
        await agePasskeys(gatehouse, ada.id, 6);
        await api.changeEmail(url(), { email: ada.eve }, ada.jwt);
        await other.confirmEmailChange(url(), { token: await tokenTo(ada.eve) });
        expect(await addressOf(ada.id)).toBe(ada.email);
      });

      rule('does not need it if all second factors are eight days old', async () => {
        const ada = await owner(8);
        await api.changeEmail(url(), { email: ada.eve }, ada.jwt);
        await other.confirmEmailChange(url(), { token: await tokenTo(ada.eve) });
        expect(await addressOf(ada.id)).toBe(ada.eve);
      });

      rule('needs it after all if the second factor is gone when the change is confirmed', async () => {
        const ada = await owner(8);
        await api.changeEmail(url(), { email: ada.eve }, ada.jwt);
        await api.removePasskey(url(), { id: ada.passkeyId }, ada.jwt);
        expect((await other.confirmEmailChange(url(), { token: await tokenTo(ada.eve) })).code).toBeNull();
        expect(await addressOf(ada.id)).toBe(ada.email);
        expect((await other.confirmEmailChange(url(), { token: await tokenTo(ada.email) })).code).toBeNull();
        expect(await addressOf(ada.id)).toBe(ada.eve);
      });

      rule('is not completed by an account that an operator has disabled', async () => {
        const ada = await owner(8);
        await api.changeEmail(url(), { email: ada.eve }, ada.jwt);
        await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${ada.id}'`);
        const token = await tokenTo(ada.eve);
        for (const one of [api, other]) {
          expect((await one.confirmEmailChange(url(), { token })).code).toBe('ACCOUNT_DISABLED');
        }
        expect(await addressOf(ada.id)).toBe(ada.email);
      });
    });

    describe('the e-mail about a new second factor', () => {
      rule('has a link that removes it and the later ones, ends the sessions and sets a password', async () => {
        const ada = await owner(8);
        await api.setTwoStep(url(), { enabled: true }, ada.jwt);
        await gatehouse.sql(`UPDATE users SET two_step_ts = two_step_ts - interval '8 days' WHERE id = '${ada.id}'`);
        const add = async () => {
          const { options } = await api.addPasskeyOptions(url(), {}, ada.jwt);
          const passkey = new SoftwarePasskey();
          expect((await api.addPasskey(url(), { passkey: passkey.create(options ?? {}) }, ada.jwt)).code).toBeNull();
          return passkey;
        };
        const first = await add();
        const token = await tokenTo(ada.email);
        const second = await add();
        // Nothing but its use and its time ends the link.
        await other.requestPasswordReset(url(), { email: ada.email });
        const reset = { token: await tokenTo(ada.email), password: 'another much longer horse' };
        expect((await other.resetPassword(url(), reset)).code).toBeNull();
        expect((await other.resetPassword(url(), { token, password: newPassword })).code).toBeNull();
        for (const passkey of [first, second]) {
          expect((await logInWith(api, url(), passkey)).code).toBe('INVALID_TOKEN');
        }
        expect((await api.me(url(), ada.jwt)).code).toBe('UNAUTHENTICATED');
        expect((await logInWith(api, url(), ada.passkey)).code).toBeNull();
        expect((await api.login(url(), { email: ada.email, password: newPassword })).code).toBe('MFA_REQUIRED');
        expect((await api.resetPassword(url(), { token, password: newPassword })).code).toBe('INVALID_TOKEN');
      });
    });

    rule('the e-mail about an authenticator app that the password alone has added undoes it', async () => {
      const ada = await registered(api);
      await verifyAddress(gatehouse, ada.email);
      await addTotp(ada);
      const token = await tokenTo(ada.email);
      const { email } = ada;
      expect((await api.login(url(), { email, password: ada.password })).code).toBe('MFA_REQUIRED');
      expect((await other.resetPassword(url(), { token, password: newPassword })).code).toBeNull();
      const { code, jwt } = await api.login(url(), { email, password: newPassword });
      expect(code).toBeNull();
      expect((await api.factors(url(), jwt)).factors).toEqual({
        twoStep: false,
        totp: false,
        passkeys: [],
        recoveryCodes: 0,
      });
    });

    describe('an address that was never verified', () => {
      rule('gets no link that undoes a change, and a link of the release before is not valid', async () => {
        const ada = await registered(api);
        const id = await idOf(api, ada.jwt);
        const before = await tokenTo(ada.email);
        await api.changeEmail(url(), { email: `new.${ada.email}`, currentPassword: ada.password }, ada.jwt);
        expect((await api.confirmEmailChange(url(), { token: await tokenTo(`new.${ada.email}`) })).code).toBeNull();
        expect(await addressOf(id)).toBe(`new.${ada.email}`);
        expect(await tokenTo(ada.email)).toBe(before);

        const { oneTimeTokens } = gatehouse.services;
        const details = { email: ada.email, verified: 'false' };
        const old = await gatehouse.stores.transaction(null, (tx) =>
          oneTimeTokens.issue(tx, { purpose: userPurposes.undo_email_change, userId: id, address: ada.email, details }),
        );
        expect((await other.undoEmailChange(url(), { token: oneTimeTokens.tokenOf(old) })).code).toBe('INVALID_TOKEN');
        expect(await addressOf(id)).toBe(`new.${ada.email}`);
      });

      rule('gets no second factor, before it is verified', async () => {
        const ada = await registered(api);
        const currentPassword = ada.password;
        for (const one of [api, other]) {
          const denied = [
            await one.enrollTotp(url(), { currentPassword }, ada.jwt),
            await one.addPasskeyOptions(url(), { currentPassword }, ada.jwt),
          ];
          for (const answer of denied) expect(answer).toMatchObject({ success: false, code: 'EMAIL_NOT_VERIFIED' });
        }
        await verifyAddress(gatehouse, ada.email);
        const { options } = await api.addPasskeyOptions(url(), { currentPassword }, ada.jwt);
        const { secret } = await api.enrollTotp(url(), { currentPassword }, ada.jwt);
        const code = new Authenticator(String(secret)).at(Date.now());
        // A super admin has found out that the address is another one.
        await gatehouse.sql(`UPDATE users SET email_verified = false WHERE email = '${ada.email}'`);
        const passkey = new SoftwarePasskey().create(options ?? {});
        expect((await other.addPasskey(url(), { passkey }, ada.jwt)).code).toBe('EMAIL_NOT_VERIFIED');
        expect((await other.confirmTotp(url(), { code }, ada.jwt)).code).toBe('EMAIL_NOT_VERIFIED');
        expect((await api.factors(url(), ada.jwt)).factors).toMatchObject({ totp: false, passkeys: [] });
      });

      /** A stranger registers the address, and asks to change it. With the release before, also a passkey could be added. */
      async function squatter() {
        const eve = await ownerWithPasskey(api, gatehouse, { days: 30 });
        await unproveAddress(gatehouse, eve.email);
        await api.changeEmail(url(), { email: eve.eve }, eve.jwt);
        return { ...eve, change: await tokenTo(eve.eve) };
      }

      test.each([
        ['confirmation', async (email: string) => other.confirmEmail(url(), { token: await linkOf(email) })],
        [
          'reset',
          async (email: string) => {
            await other.requestPasswordReset(url(), { email });
            return other.resetPassword(url(), { token: await tokenTo(email), password: newPassword });
          },
        ],
      ])('ends what is older with its first proof: a %s', async (_name, prove) => {
        const eve = await squatter();
        expect(await prove(eve.email)).toMatchObject({ code: null });
        expect((await api.me(url(), eve.jwt)).code).toBe('UNAUTHENTICATED');
        expect((await logInWith(other, url(), eve.passkey)).code).toBe('INVALID_TOKEN');
        expect((await api.confirmEmailChange(url(), { token: eve.change })).code).toBe('INVALID_TOKEN');
        expect(await addressOf(eve.id)).toBe(eve.email);
        const events = await gatehouse.sql(
          `SELECT action FROM audit_events WHERE user_id = '${eve.id}' AND action = 'factors_reset'`,
        );
        expect(events).toHaveLength(1);
      });

      rule('ends second factors when another address is verified first', async () => {
        const eve = await squatter();
        expect((await other.confirmEmailChange(url(), { token: eve.change })).code).toBeNull();
        expect((await logInWith(other, url(), eve.passkey)).code).toBe('INVALID_TOKEN');
      });

      rule('keeps the session that sends the proof, and a proof of a verified address ends nothing', async () => {
        const ada = await owner(1);
        await unproveAddress(gatehouse, ada.email);
        const { jwt } = await logInWith(other, url(), ada.passkey);
        const token = await linkOf(ada.email);
        const confirmed = await withHeaders({ Authorization: `Bearer ${ada.jwt}` }, () =>
          api.confirmEmail(url(), { token }),
        );
        expect(confirmed.code).toBeNull();
        expect((await api.me(url(), ada.jwt)).user).toMatchObject({ emailVerified: true });
        expect((await other.me(url(), jwt)).code).toBe('UNAUTHENTICATED');

        const verified = await owner(1);
        const { oneTimeTokens } = gatehouse.services;
        const again = await gatehouse.stores.transaction(null, (tx) =>
          oneTimeTokens.issue(tx, {
            purpose: verificationPurposes.verify_email,
            userId: verified.id,
            address: verified.email,
          }),
        );
        expect((await api.confirmEmail(url(), { token: oneTimeTokens.tokenOf(again) })).code).toBeNull();
        expect((await api.me(url(), verified.jwt)).code).toBeNull();
        expect((await logInWith(api, url(), verified.passkey)).code).toBeNull();
      });

      rule('does not keep a session of another account that sends the proof', async () => {
        const [ada, eve] = [await owner(1), await registered(api)];
        await unproveAddress(gatehouse, ada.email);
        const token = await linkOf(ada.email);
        await withHeaders({ Authorization: `Bearer ${eve.jwt}` }, () => api.confirmEmail(url(), { token }));
        expect((await other.me(url(), ada.jwt)).code).toBe('UNAUTHENTICATED');
        expect((await other.me(url(), eve.jwt)).code).toBeNull();
      });

      /** Returns the token with which the owner of an address confirms it. */
      async function linkOf(email: string): Promise<string> {
        await api.sendEmailVerification(url(), { email });
        return tokenTo(email);
      }
    });
  },
);
