import { type Api, apis, testInTurn } from '../support/apis';
import { type PersonWithTotp, withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { unproveAddress, verifyAddress } from '../support/verified-address';

// What becomes of second factors when the address, the password or the account changes.

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

const newPassword = 'a much longer horse';

async function person(api: Api, { verified }: { verified: boolean }) {
  const ada = await withTotp(api, gatehouse);
  // The release before let a user with an unverified address add a second factor.
  if (!verified) await unproveAddress(gatehouse, ada.email);
  const [row] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${ada.email}'`);
  await gatehouse.allMails();
  return { ...ada, id: String(row?.id) };
}

async function stepUp(api: Api, ada: PersonWithTotp) {
  return (await api.stepUp(gatehouse.url, { code: ada.authenticator.next() }, ada.jwt)).jwt;
}

/** Returns the newest mail to an address. */
async function mailTo(address: string) {
  const mail = (await gatehouse.allMails()).filter(({ to }) => to === address).at(-1);
  if (!mail) throw new Error(`no mail to ${address}`);
  return { ...mail, token: String(mail.links[0]).split('/').at(-1) ?? '' };
}

/** The number of rows of second factors that a user has. */
async function factorsOf(id: string) {
  const count = (table: string) => `(SELECT count(*)::int FROM ${table} WHERE user_id = '${id}') AS ${table}`;
  const [rows] = await gatehouse.sql(`SELECT ${['totp_factors', 'recovery_codes', 'passkeys'].map(count).join(', ')}`);
  return rows;
}
const nothing = { totp_factors: 0, recovery_codes: 0, passkeys: 0 };
const resetsOf = (id: string) =>
  gatehouse.sql(`SELECT outcome FROM audit_events WHERE user_id = '${id}' AND action = 'factors_reset'`);

async function addPasskey(id: string) {
  await gatehouse.sql(`INSERT INTO passkeys (id, credential_id, user_id, public_key, sign_count, transports, aaguid,
      device_type, backed_up, name, created_ts)
    VALUES (gen_random_uuid(), '${id}'::text::bytea, '${id}', '', 0, '{}', gen_random_uuid(), 'singleDevice', false, 'key', now())`);
  await gatehouse.sql(`UPDATE users SET factors = '{totp,passkey}' WHERE id = '${id}'`);
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const reset = async (email: string) => {
      // Earlier mails are sent first, so that the newest one is the mail of the reset.
      await gatehouse.allMails();
      await api.requestPasswordReset(gatehouse.url, { email });
      const { token } = await mailTo(email);
      expect((await other.resetPassword(gatehouse.url, { token, password: newPassword })).success).toBe(true);
    };

    rule('a reset of an address that was never verified removes all second factors', async () => {
      const ada = await person(api, { verified: false });
      await addPasskey(ada.id);
      await reset(ada.email);
      expect(await factorsOf(ada.id)).toEqual(nothing);
      const login = await api.login(gatehouse.url, { email: ada.email, password: newPassword });
      expect(login).toMatchObject({ success: true, user: { emailVerified: true } });
      expect(await resetsOf(ada.id)).toEqual([{ outcome: 'success' }]);
    });

    rule('a reset of a verified address does not bypass the second factor', async () => {
      const ada = await person(api, { verified: true });
      await reset(ada.email);
      const credentials = { email: ada.email, password: newPassword };
      expect((await api.login(gatehouse.url, credentials)).code).toBe('MFA_REQUIRED');
      expect((await other.login(gatehouse.url, { ...credentials, code: ada.authenticator.next() })).success).toBe(true);
      expect(await factorsOf(ada.id)).toMatchObject({ totp_factors: 1, recovery_codes: 10 });
      // The address is verified now, so a second reset keeps the factor, too.
      await reset(ada.email);
      expect((await api.login(gatehouse.url, credentials)).code).toBe('MFA_REQUIRED');
      expect(await resetsOf(ada.id)).toEqual([]);
    });

    rule('an authenticator app that waits for its first code does not survive such a reset', async () => {
      const credentials = { email: `waiting.${api.name.toLowerCase()}@example.com`, password: 'correct horse battery' };
      await api.register(gatehouse.url, { ...credentials, firstName: 'Eve', lastName: 'Lovelace' });
      await verifyAddress(gatehouse, credentials.email);
      const { jwt, user } = await api.login(gatehouse.url, credentials);
      await api.enrollTotp(gatehouse.url, { currentPassword: credentials.password }, jwt);
      expect(await factorsOf(user?.id ?? '')).toMatchObject({ totp_factors: 1 });
      await unproveAddress(gatehouse, credentials.email);
      await reset(credentials.email);
      expect(await factorsOf(user?.id ?? '')).toEqual(nothing);
      expect(await resetsOf(user?.id ?? '')).toEqual([]);
    });

    rule(
      'a session that a reset has ended adds no second factor, also if the instance has not heard of it',
      async () => {
        const ada = await person(api, { verified: true });
        const jwt = await stepUp(api, ada);
        await gatehouse.sql(`UPDATE users SET revision = revision + 1 WHERE id = '${ada.id}'`);
        expect((await api.regenerateRecoveryCodes(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
        expect((await other.removeTotp(gatehouse.url, jwt)).code).toBe('UNAUTHENTICATED');
        expect(await factorsOf(ada.id)).toMatchObject({ totp_factors: 1, recovery_codes: 10 });
        const code = ada.recoveryCodes[0];
        expect((await api.login(gatehouse.url, { email: ada.email, password: ada.password, code })).success).toBe(true);
      },
    );

    rule(
      'with an old second factor, the new address alone confirms, and the verified old one can undo it',
      async () => {
        const ada = await person(api, { verified: true });
        await gatehouse.sql(
          `UPDATE totp_factors SET confirmed_ts = confirmed_ts - interval '8 days' WHERE user_id = '${ada.id}'`,
        );
        await gatehouse.sql(`UPDATE users SET two_step_ts = two_step_ts - interval '8 days' WHERE id = '${ada.id}'`);
        const jwt = await stepUp(api, ada);
        const email = `second.${ada.email}`;
        const mailsTo = async (address: string) =>
          (await gatehouse.allMails()).filter(({ to }) => to === address).length;
        const before = await mailsTo(ada.email);
        expect((await api.changeEmail(gatehouse.url, { email }, jwt)).success).toBe(true);
        expect([await mailsTo(ada.email), await mailsTo(email)]).toEqual([before, 1]);
        const { token } = await mailTo(email);
        expect((await other.confirmEmailChange(gatehouse.url, { token })).success).toBe(true);
        expect((await api.me(gatehouse.url, jwt)).user).toMatchObject({ email, emailVerified: true });

        const notice = await mailTo(ada.email);
        expect(notice.text).toContain(notice.token);
        expect((await api.undoEmailChange(gatehouse.url, { token: notice.token })).success).toBe(true);
        const again = await mailTo(ada.email);
        const password = newPassword;
        expect((await api.resetPassword(gatehouse.url, { token: again.token, password })).success).toBe(true);
        // The address was verified, so its owner has the second factor.
        expect((await api.login(gatehouse.url, { email: ada.email, password })).code).toBe('MFA_REQUIRED');
        expect(await resetsOf(ada.id)).toEqual([]);
      },
    );

    rule('a restored account has its second factors, and an erased one leaves nothing', async () => {
      const ada = await person(api, { verified: true });
      await addPasskey(ada.id);
      const credentials = { email: ada.email, password: ada.password };
      const { challenge } = await api.login(gatehouse.url, credentials);
      const jwt = await stepUp(api, ada);
      expect((await api.deleteAccount(gatehouse.url, {}, jwt)).success).toBe(true);
      const completion = { token: challenge?.token, code: ada.authenticator.next() };
      expect((await other.completeLogin(gatehouse.url, completion)).code).toBe('INVALID_TOKEN');
      const { token } = await mailTo(ada.email);
      expect((await other.cancelDeletion(gatehouse.url, { token })).success).toBe(true);
      expect((await api.login(gatehouse.url, credentials)).code).toBe('MFA_REQUIRED');
      expect(await factorsOf(ada.id)).toEqual({ totp_factors: 1, recovery_codes: 10, passkeys: 1 });

      const login = await api.login(gatehouse.url, { ...credentials, code: ada.authenticator.next() });
      expect((await api.deleteAccount(gatehouse.url, {}, login.jwt)).success).toBe(true);
      await gatehouse.sql(`UPDATE users SET deletion_due_ts = now() - interval '1 day' WHERE id = '${ada.id}'`);
      expect(await gatehouse.services.eraser.eraseDue(new Date(), new AbortController().signal)).toBe(1);
      expect(await gatehouse.sql(`SELECT id FROM users WHERE id = '${ada.id}'`)).toEqual([]);
      expect(await factorsOf(ada.id)).toEqual(nothing);
      expect(await gatehouse.sql(`SELECT purpose FROM one_time_tokens WHERE user_id = '${ada.id}'`)).toEqual([]);
    });
  },
);
