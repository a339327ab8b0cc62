import { type Api, apis, testInTurn } from '../support/apis';
import { insertApp, insertConsent } from '../support/apps';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { newestToken, ownerWithPasskey } from '../support/ownership';
import { logInWith } from '../support/passkeys';
import { loginSuperAdmin } from '../support/super-admin';

// The first proof of an address is a fact of the past. A super admin who says that the address is not verified does not undo it:
// otherwise whoever reads the mailbox would have the account without its second factor.

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on' });
});
afterAll(() => gatehouse.stop());

const url = () => gatehouse.url;
const password = 'a much longer horse';
const tokenTo = (address: string) => newestToken(gatehouse, address);
const accountOf = async (id: string) =>
  (
    await gatehouse.sql(`SELECT email_verified, email_proved_ts IS NOT NULL AS proved FROM users WHERE id = '${id}'`)
  )[0];

let people = 0;

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api, i })))(
  'through $name',
  ({ api, other, i }) => {
    const rule = testInTurn(api);

    /** An owner with all ways in, whose address a super admin has set back. */
    async function setBack() {
      const ada = await ownerWithPasskey(api, gatehouse, { days: 8 });
      await api.setTwoStep(url(), { enabled: true }, ada.jwt);
      await insertConsent(gatehouse, ada.id, await insertApp(gatehouse), ['openid']);
      people += 1;
      await gatehouse.sql(`INSERT INTO identities (id, user_id, provider, issuer, subject, created_ts)
        VALUES (gen_random_uuid(), '${ada.id}', 'acme', 'https://id.example.com', 'first proof ${people}', now())`);
      const admin = await loginSuperAdmin(gatehouse, `root.${people}@example.com`);
      const call = apis[i]?.call;
      expect(await call?.(url(), 'updateUser', { id: ada.id, emailVerified: false }, admin.jwt)).toMatchObject({
        code: null,
      });
      expect(await accountOf(ada.id)).toEqual({ email_verified: false, proved: true });
      return ada;
    }

    async function expectAllWaysIn(one: Api, { id, passkey, email }: Awaited<ReturnType<typeof setBack>>) {
      expect(await logInWith(one, url(), passkey)).toMatchObject({ code: null, user: { id, email } });
      const [found] =
        await gatehouse.sql(`SELECT (SELECT count(*)::int FROM identities WHERE user_id = '${id}') AS identities,
        (SELECT count(*)::int FROM oauth_consents WHERE user_id = '${id}') AS consents`);
      expect(found).toEqual({ identities: 1, consents: 1 });
    }

    test('a reset then removes no way in', async () => {
      const ada = await setBack();
      await api.requestPasswordReset(url(), { email: ada.email });
      expect((await other.resetPassword(url(), { token: await tokenTo(ada.email), password })).code).toBeNull();
      expect((await api.login(url(), { email: ada.email, password })).code).toBe('MFA_REQUIRED');
      await expectAllWaysIn(api, ada);
      expect(await accountOf(ada.id)).toMatchObject({ email_verified: true });
    });

    test('a code by mail then needs the second factor, removes nothing, and verifies the address', async () => {
      const ada = await setBack();
      const { token } = await api.requestEmailLogin(url(), { email: ada.email });
      const login = await other.completeEmailLogin(url(), { token, link: await tokenTo(ada.email) });
      expect(login.code).toBe('MFA_REQUIRED');
      await expectAllWaysIn(api, ada);
      expect((await api.me(url(), ada.jwt)).code).toBeNull();
      expect((await api.login(url(), { email: ada.email, password: ada.password })).code).toBe('MFA_REQUIRED');
      expect(await accountOf(ada.id)).toMatchObject({ email_verified: true });
    });

    test('a confirmation then ends nothing', async () => {
      const ada = await setBack();
      await api.sendEmailVerification(url(), { email: ada.email });
      expect((await other.confirmEmail(url(), { token: await tokenTo(ada.email) })).code).toBeNull();
      await expectAllWaysIn(api, ada);
      expect((await api.me(url(), ada.jwt)).code).toBeNull();
    });

    rule('nobody can say then that they have not registered', async () => {
      const ada = await setBack();
      await api.sendEmailVerification(url(), { email: ada.email });
      const body = new URLSearchParams({ intent: 'disown' });
      const answer = await fetch(`${url()}/confirm/${await tokenTo(ada.email)}`, { method: 'POST', body });
      expect(answer.status).toBe(400);
      await expectAllWaysIn(api, ada);
    });

    rule('a change of the address then still needs the approval of the old one', async () => {
      const ada = await setBack();
      const { jwt } = await logInWith(api, url(), ada.passkey);
      await gatehouse.sql(`UPDATE passkeys SET created_ts = now() WHERE user_id = '${ada.id}'`);
      expect((await api.changeEmail(url(), { email: ada.eve }, jwt)).code).toBeNull();
      expect((await api.confirmEmailChange(url(), { token: await tokenTo(ada.eve) })).code).toBeNull();
      const [row] = await gatehouse.sql(`SELECT email FROM users WHERE id = '${ada.id}'`);
      expect(row?.email).toBe(ada.email);
    });
  },
);

test('the database notes it, also for a release that knows only email_verified', async () => {
  const insert = async (verified: boolean) => {
    people += 1;
    const email = `noted.${people}@example.com`;
    const [row] =
      await gatehouse.sql(`INSERT INTO users (id, email, email_canonical, first_name, last_name, created_ts, email_verified)
      VALUES (gen_random_uuid(), '${email}', '${email}', 'Ada', 'Lovelace', now(), ${verified}) RETURNING id`);
    return String(row?.id);
  };
  const set = (id: string, verified: boolean) =>
    gatehouse.sql(`UPDATE users SET email_verified = ${verified} WHERE id = '${id}'`);
  const [verified, not] = [await insert(true), await insert(false)];
  expect([await accountOf(verified), await accountOf(not)]).toMatchObject([{ proved: true }, { proved: false }]);
  await set(not, false);
  expect(await accountOf(not)).toMatchObject({ proved: false });
  for (const value of [true, false]) await set(not, value);
  expect(await accountOf(not)).toEqual({ email_verified: false, proved: true });
  // Verified before the column existed.
  await gatehouse.sql(`UPDATE users SET email_proved_ts = NULL WHERE id = '${verified}'`);
  expect(await gatehouse.stores.users.findRecipientById(verified)).toMatchObject({ emailProved: true });
  await set(verified, false);
  expect(await gatehouse.stores.users.findRecipientById(verified)).toMatchObject({ emailProved: true });
});
