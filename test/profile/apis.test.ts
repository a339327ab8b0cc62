import { type Api, apis, type Input } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

let people = 0;

async function logIn(api: Api) {
  people += 1;
  const account = { email: `ada.${people}@example.com`, password: 'correct horse battery' };
  await api.register(gatehouse.url, { ...account, firstName: 'Ada', lastName: 'Lovelace', tel: '+44' });
  return api.login(gatehouse.url, account);
}

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    test('changes the fields of the input alone', async () => {
      const { jwt, user } = await logIn(api);
      const changed = await api.updateProfile(gatehouse.url, { lastName: 'King' }, jwt);
      expect(changed).toMatchObject({
        success: true,
        user: { ...user, lastName: 'King', updatedTs: expect.any(String), lastLoginTs: expect.any(String) },
      });
      expect((await other.me(gatehouse.url, jwt)).user).toEqual(changed.user);
    });

    test('removes a number with null, and an unverified number replaces a verified one', async () => {
      const { jwt, user } = await logIn(api);
      await gatehouse.sql(`UPDATE users SET tel_verified = true WHERE id = '${user?.id}'`);
      const other = await api.updateProfile(gatehouse.url, { tel: ' 0043 ' }, jwt);
      expect(other.user).toMatchObject({ tel: ' 0043 ', telVerified: false });
      expect((await api.updateProfile(gatehouse.url, { tel: null }, jwt)).user?.tel).toBeNull();
    });

    test('chooses the language of mails', async () => {
      const { jwt, user } = await logIn(api);
      const stored = async () =>
        (await gatehouse.sql(`SELECT locale FROM users WHERE id = '${user?.id}'`)).map(({ locale }) => locale);
      for (const locale of ['de', 'fr', 'es', 'en', null]) {
        expect((await api.updateProfile(gatehouse.url, { locale }, jwt)).code).toBeNull();
        expect(await stored()).toEqual([locale]);
      }
    });

    test('of nothing succeeds and changes nothing', async () => {
      const { jwt } = await logIn(api);
      const before = (await api.me(gatehouse.url, jwt)).user;
      expect(await api.updateProfile(gatehouse.url, {}, jwt)).toMatchObject({ success: true, user: before });
    });

    test('of the values that the account has changes nothing and records nothing', async () => {
      const { jwt, user } = await logIn(api);
      await gatehouse.sql(`UPDATE users SET tel_verified = true, locale = 'de' WHERE id = '${user?.id}'`);
      const before = (await api.me(gatehouse.url, jwt)).user;
      const same = { firstName: 'Ada', lastName: 'Lovelace', tel: '+44', locale: 'de' };
      expect(await api.updateProfile(gatehouse.url, same, jwt)).toMatchObject({ success: true, user: before });
      expect(before).toMatchObject({ telVerified: true, updatedTs: null });
      const events = () =>
        gatehouse.sql(`SELECT 1 FROM audit_events WHERE user_id = '${user?.id}' AND action = 'profile_changed'`);
      expect(await events()).toHaveLength(0);
      const changed = await api.updateProfile(gatehouse.url, { ...same, lastName: 'King' }, jwt);
      expect(changed.user).toMatchObject({ lastName: 'King', telVerified: true, updatedTs: expect.any(String) });
      expect(await events()).toHaveLength(1);
    });

    test('ignores every other field', async () => {
      const { jwt, user } = await logIn(api);
      const injected = { is_super_admin: true, isSuperAdmin: true, email: 'eve@example.com', id: crypto.randomUUID() };
      await api.updateProfile(gatehouse.url, { firstName: 'Augusta', ...injected }, jwt);
      const { user: after } = await api.me(gatehouse.url, jwt);
      expect(after).toMatchObject({ id: user?.id, email: user?.email, isSuperAdmin: false });
    });

    test.each<[string, Input, string]>([
      ['a blank name', { firstName: ' ' }, 'firstName'],
      ['no name', { lastName: null }, 'lastName'],
      ['a number as a name', { firstName: 5 }, 'firstName'],
      ['a name with a line feed', { lastName: 'a\nb' }, 'lastName'],
      ['a number that is too long', { tel: '1'.repeat(33) }, 'tel'],
      ['an unknown language', { locale: 'xx' }, 'locale'],
    ])('%s is VALIDATION_FAILED and changes nothing', async (_name, input, field) => {
      const { jwt } = await logIn(api);
      const before = (await api.me(gatehouse.url, jwt)).user;
      const answer = await api.updateProfile(gatehouse.url, { tel: '1', ...input }, jwt);
      expect(answer).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
      if (field !== 'locale') expect(answer.fields.map((problem) => problem.field)).toEqual([field]);
      expect((await api.me(gatehouse.url, jwt)).user).toEqual(before);
    });

    test('needs an access token', async () => {
      expect((await api.updateProfile(gatehouse.url, { tel: '1' }, null)).code).toBe('UNAUTHENTICATED');
    });
  },
);
