import { type Api, apis, inTurn, testInTurn } from '../support/apis';
import { Authenticator } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { agePasskeys, newestToken, ownerWithPasskey } from '../support/ownership';
import { logInWith } from '../support/passkeys';
import { SoftwarePasskey } from '../support/software-passkey';

// What the link undoes that the old address gets, after someone else has used a session of the owner.

let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const newPassword = 'a much longer horse';

/** Adds a passkey with a session that has used a second factor. */
async function addPasskey(api: Api, jwt: string | null): Promise<SoftwarePasskey> {
  const passkey = new SoftwarePasskey();
  const { options } = await api.addPasskeyOptions(gatehouse.url, {}, jwt);
  const { code } = await api.addPasskey(gatehouse.url, { passkey: passkey.create(options ?? {}) }, jwt);
  expect(code).toBeNull();
  return passkey;
}

const owner = (api: Api) => ownerWithPasskey(api, gatehouse, { days: 8 });
const tokenTo = (address: string) => newestToken(gatehouse, address);

/** Changes the address with a session of the owner. Returns the token of the link that the old address gets. */
async function steal(api: Api, { email, jwt, eve }: Awaited<ReturnType<typeof owner>>): Promise<string> {
  expect((await api.changeEmail(gatehouse.url, { email: eve }, jwt)).code).toBeNull();
  expect((await api.confirmEmailChange(gatehouse.url, { token: await tokenTo(eve) })).code).toBeNull();
  return tokenTo(email);
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    const url = () => gatehouse.url;
    type Owner = Awaited<ReturnType<typeof owner>>;
    const acts: Record<string, (ada: Owner) => Promise<unknown>> = {
      deletion: ({ jwt }) => api.deleteAccount(url(), {}, jwt),
      'deletion and a restoration': async ({ jwt, eve }) => {
        await api.deleteAccount(url(), {}, jwt);
        return api.cancelDeletion(url(), { token: await tokenTo(eve) });
      },
      reset: async ({ eve }) => {
        await api.requestPasswordReset(url(), { email: eve });
        return api.resetPassword(url(), { token: await tokenTo(eve), password: newPassword });
      },
      'change of the password': ({ jwt, password }) =>
        api.changePassword(url(), { currentPassword: password, password: newPassword }, jwt),
      'further change': async ({ jwt, eve }) => {
        await api.changeEmail(url(), { email: `third.${eve}` }, jwt);
        return api.confirmEmailChange(url(), { token: await tokenTo(`third.${eve}`) });
      },
    };

    test.each(inTurn(api, Object.keys(acts)))(
      'the link survives a %s, and the owner has the account again',
      async (name) => {
        const ada = await owner(api);
        const token = await steal(api, ada);
        expect(await acts[name]?.(ada)).toMatchObject({ code: null });
        expect(await other.undoEmailChange(url(), { token })).toMatchObject({ success: true, code: null });
        expect((await api.undoEmailChange(url(), { token })).code).toBe('INVALID_TOKEN');
        const reset = { token: await tokenTo(ada.email), password: newPassword };
        expect((await other.resetPassword(url(), reset)).code).toBeNull();
        expect(await logInWith(api, url(), ada.passkey)).toMatchObject({ success: true, user: { email: ada.email } });
      },
    );

    rule('while the link is valid, no other account gets the old address', async () => {
      const ada = await owner(api);
      const token = await steal(api, ada);
      const account = { email: ada.email, password: newPassword, firstName: 'Eve', lastName: 'Lovelace' };
      for (const one of [api, other]) expect((await one.register(url(), account)).code).toBe('EMAIL_TAKEN');
      const eve = await owner(api);
      await api.changeEmail(url(), { email: ada.email }, eve.jwt);
      const change = await tokenTo(ada.email);
      expect(change).not.toBe(token);
      expect((await api.confirmEmailChange(url(), { token: change })).code).toBe('CONFLICT');
      expect((await other.undoEmailChange(url(), { token })).code).toBeNull();
    });

    rule('after two changes, the link of the first owner makes the later one invalid', async () => {
      const ada = await owner(api);
      const token = await steal(api, ada);
      const third = `third.${ada.email}`;
      await api.changeEmail(url(), { email: third }, ada.jwt);
      await api.confirmEmailChange(url(), { token: await tokenTo(third) });
      const later = await tokenTo(ada.eve);
      expect((await api.undoEmailChange(url(), { token })).code).toBeNull();
      expect((await other.undoEmailChange(url(), { token: later })).code).toBe('INVALID_TOKEN');
      expect((await gatehouse.sql(`SELECT email FROM users WHERE id = '${ada.id}'`))[0]?.email).toBe(ada.email);
    });

    rule('an authenticator app and a pending change that were added since go', async () => {
      const ada = await owner(api);
      const token = await steal(api, ada);
      const { secret } = await api.enrollTotp(url(), { currentPassword: ada.password }, ada.jwt);
      const code = new Authenticator(String(secret)).at(Date.now());
      expect((await api.confirmTotp(url(), { code }, ada.jwt)).code).toBeNull();
      const third = `third.${ada.email}`;
      expect((await api.changeEmail(url(), { email: third }, ada.jwt)).code).toBeNull();
      const change = await tokenTo(third);
      expect((await other.undoEmailChange(url(), { token })).code).toBeNull();
      expect((await other.confirmEmailChange(url(), { token: change })).code).toBe('INVALID_TOKEN');
      const { jwt } = await logInWith(api, url(), ada.passkey);
      expect((await api.factors(url(), jwt)).factors).toMatchObject({ totp: false, passkeys: [{ id: ada.passkeyId }] });
    });

    rule('what was added less than seven days before the request goes, and what is older stays', async () => {
      const ada = await owner(api);
      const before = await addPasskey(api, ada.jwt);
      await agePasskeys(gatehouse, ada.id, 6);
      // A young factor needs the consent of the old address, which is not what this test is about.
      const young = await gatehouse.sql(`UPDATE passkeys SET created_ts = created_ts - interval '2 days'
        WHERE user_id = '${ada.id}' AND created_ts > now() - interval '7 days' RETURNING id`);
      expect(young).toHaveLength(1);
      const token = await steal(api, ada);
      await gatehouse.sql(
        `UPDATE passkeys SET created_ts = created_ts + interval '2 days' WHERE id = '${young[0]?.id}'`,
      );
      const after = await addPasskey(api, ada.jwt);
      expect((await api.undoEmailChange(url(), { token })).code).toBeNull();
      for (const passkey of [before, after]) {
        expect((await logInWith(other, url(), passkey)).code).toBe('INVALID_TOKEN');
      }
      const { jwt } = await logInWith(api, url(), ada.passkey);
      expect((await other.factors(url(), jwt)).factors).toMatchObject({
        recoveryCodes: 0,
        passkeys: [{ id: ada.passkeyId }],
      });
      expect((await api.me(url(), ada.jwt)).code).toBe('UNAUTHENTICATED');
    });
  },
);
