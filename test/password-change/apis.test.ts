import { type Api, apis, type Input, inTurn, testInTurn } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());

const oldPassword = 'correct horse battery';
const newPassword = 'a much longer horse';
let people = 0;

async function logIn(api: Api) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password: oldPassword };
  await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  const login = await api.login(gatehouse.url, credentials);
  return { ...credentials, jwt: login.jwt, refreshToken: login.refreshToken, user: login.user };
}

/** Returns the newest mail of this kind to this address. */
async function mailTo(address: string, subject: RegExp) {
  const mail = (await gatehouse.allMails()).filter((one) => one.to === address && subject.test(one.subject)).at(-1);
  if (!mail) throw new Error(`no mail ${subject} to ${address}`);
  return mail;
}

const resetSubject = /(set|choose) a new password/i;

async function requested(api: Api, email: string) {
  const answer = await api.requestPasswordReset(gatehouse.url, { email });
  expect(answer).toMatchObject({ success: true, code: null });
  const { links, code } = await mailTo(email, resetSubject);
  const token = String(links[0]).split('/').at(-1) ?? '';
  return { token, code, answer };
}

const canLogIn = async (api: Api, email: string, password: string) =>
  (await api.login(gatehouse.url, { email, password })).code ?? 'success';

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    describe('a reset', () => {
      test('with the token of the link sets the password, verifies the address and ends all sessions', async () => {
        const ada = await logIn(api);
        const { token } = await requested(api, ada.email);
        expect(token).toMatch(/^[\w-]{64}$/);
        expect(await other.resetPassword(gatehouse.url, { token, password: newPassword })).toMatchObject({
          success: true,
          ended: 1,
          jwt: null,
        });
        expect((await api.me(gatehouse.url, ada.jwt)).code).toBe('UNAUTHENTICATED');
        expect((await api.refresh(gatehouse.url, { refreshToken: ada.refreshToken })).code).toBe('UNAUTHENTICATED');
        expect(await canLogIn(api, ada.email, oldPassword)).toBe('INVALID_CREDENTIALS');
        const login = await api.login(gatehouse.url, { email: ada.email, password: newPassword });
        expect(login).toMatchObject({ success: true, user: { emailVerified: true, updatedTs: expect.any(String) } });
        await mailTo(ada.email, /password/i);
      });

      test('with the code of the mail does the same, also with spaces in the code', async () => {
        const { email } = await logIn(api);
        const { code } = await requested(api, email);
        expect(code).toMatch(/^\d{6}$/);
        const spaced = ` ${code?.slice(0, 3)} ${code?.slice(3)}`;
        const input = { email: email.toUpperCase(), code: spaced, password: newPassword };
        expect(await api.resetPassword(gatehouse.url, input)).toMatchObject({ success: true, code: null });
        expect(await canLogIn(other, email, newPassword)).toBe('success');
      });

      rule('uses its token once', async () => {
        const { email } = await logIn(api);
        const { token } = await requested(api, email);
        await api.resetPassword(gatehouse.url, { token, password: newPassword });
        expect(await other.resetPassword(gatehouse.url, { token, password: oldPassword })).toMatchObject({
          success: false,
          code: 'INVALID_TOKEN',
        });
        expect(await canLogIn(api, email, newPassword)).toBe('success');
      });

      rule('of 20 at the same time succeeds once', async () => {
        const { email } = await logIn(api);
        const { token } = await requested(api, email);
        const answers = await Promise.all(
          Array.from({ length: 20 }, (_, i) =>
            (i % 2 ? api : other).resetPassword(gatehouse.url, { token, password: `${newPassword} ${i}` }),
          ),
        );
        const codes = answers.map((answer) => answer.code);
        expect(codes.filter((code) => code === null)).toHaveLength(1);
        expect(codes.filter((code) => code === 'INVALID_TOKEN')).toHaveLength(19);
        expect(await canLogIn(api, email, `${newPassword} ${codes.indexOf(null)}`)).toBe('success');
      });

      rule('with a bad password does not use up the token', async () => {
        const { email } = await logIn(api);
        const { token } = await requested(api, email);
        for (const password of ['short', 'password1234']) {
          const answer = await api.resetPassword(gatehouse.url, { token, password });
          expect(answer).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field: 'password' }] });
        }
        expect((await api.resetPassword(gatehouse.url, { token, password: newPassword })).code).toBeNull();
      });

      rule('with the token of an earlier mail is rejected', async () => {
        const { email } = await logIn(api);
        const first = await requested(api, email);
        await gatehouse.sql('UPDATE messages SET created_ts = created_ts');
        const second = await requested(other, email);
        expect(second.token).not.toBe(first.token);
        expect(await api.resetPassword(gatehouse.url, { token: first.token, password: newPassword })).toMatchObject({
          code: 'INVALID_TOKEN',
        });
        expect(
          (await api.resetPassword(gatehouse.url, { token: second.token, password: newPassword })).code,
        ).toBeNull();
      });

      rule('after five wrong codes is possible with the link alone', async () => {
        const { email } = await logIn(api);
        const { token, code } = await requested(api, email);
        for (const [i, attemptsLeft] of [4, 3, 2, 1, null].entries()) {
          const wrong = String((Number(code) + i + 1) % 1_000_000).padStart(6, '0');
          expect(await api.resetPassword(gatehouse.url, { email, code: wrong, password: newPassword })).toMatchObject({
            code: 'INVALID_TOKEN',
            attemptsLeft,
          });
        }
        const answer = await api.resetPassword(gatehouse.url, { email, code, password: newPassword });
        expect(answer).toMatchObject({ code: 'INVALID_TOKEN', attemptsLeft: null });
        expect((await api.resetPassword(gatehouse.url, { token, password: newPassword })).code).toBeNull();
      });

      rule('of an address without an account gets the same answers', async () => {
        const { email } = await logIn(api);
        const stranger = `stranger.${people}@example.com`;
        const known = await api.requestPasswordReset(gatehouse.url, { email });
        expect(await api.requestPasswordReset(gatehouse.url, { email: stranger })).toEqual(known);
        expect((await gatehouse.allMails()).some(({ to }) => to === stranger)).toBe(false);
        const { code } = (await gatehouse.allMails()).filter(({ to }) => to === email).at(-1) ?? {};
        const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
        const attempt = (address: string) =>
          api.resetPassword(gatehouse.url, { email: address, code: wrong, password: newPassword });
        expect(await attempt(stranger)).toEqual({ ...(await attempt(email)), code: 'INVALID_TOKEN' });
      });

      rule('of a disabled account sends no mail, and its token does not enable the account', async () => {
        const { email } = await logIn(api);
        const { token } = await requested(api, email);
        await gatehouse.sql(`UPDATE users SET disabled = true WHERE email_canonical = '${email}'`);
        const before = (await gatehouse.allMails()).length;
        expect((await api.requestPasswordReset(gatehouse.url, { email })).code).toBeNull();
        expect(await gatehouse.allMails()).toHaveLength(before);
        const answer = await api.resetPassword(gatehouse.url, { token, password: newPassword });
        expect(answer.code).toBe('INVALID_TOKEN');
        expect(await canLogIn(api, email, oldPassword)).toBe('ACCOUNT_DISABLED');
      });

      const noProof: [string, Input, string[]][] = [
        ['nothing', {}, ['token']],
        ['a code without an address', { code: '123456' }, ['email']],
        ['an address without a code', { email: 'ada@example.com' }, ['code']],
        ['both', { token: 'x'.repeat(64), email: 'ada@example.com', code: '123456' }, ['token']],
        ['a code of five digits', { email: 'ada@example.com', code: '12345' }, ['code']],
        ['a code of letters', { email: 'ada@example.com', code: 'abcdef' }, ['code']],
        ['an address that is none', { email: 'ada', code: '123456' }, ['email']],
      ];
      test.each(noProof)('with %s is VALIDATION_FAILED', async (_name, proof, fields) => {
        const answer = await api.resetPassword(gatehouse.url, { ...proof, password: newPassword });
        expect(answer).toMatchObject({ success: false, code: 'VALIDATION_FAILED' });
        expect(answer.fields.map(({ field }) => field)).toEqual(fields);
      });

      test.each(inTurn(api, ['', 'x', 'x'.repeat(64), `${'A'.repeat(63)}=`, 'é'.repeat(64), '\0'.repeat(64)]))(
        'with the token %j is INVALID_TOKEN',
        async (token) => {
          expect(await api.resetPassword(gatehouse.url, { token, password: newPassword })).toMatchObject({
            success: false,
            code: 'INVALID_TOKEN',
            fields: [],
          });
        },
      );
    });

    describe('a change', () => {
      test('sets the password and ends the other sessions', async () => {
        const ada = await logIn(api);
        await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${ada.email}'`);
        const second = await other.login(gatehouse.url, { email: ada.email, password: oldPassword });
        const input = { currentPassword: oldPassword, password: newPassword };
        expect(await api.changePassword(gatehouse.url, input, ada.jwt)).toMatchObject({ success: true, ended: 1 });
        expect((await api.me(gatehouse.url, ada.jwt)).user).toMatchObject({
          emailVerified: true,
          updatedTs: expect.any(String),
        });
        expect((await api.refresh(gatehouse.url, { refreshToken: ada.refreshToken })).code).toBeNull();
        expect((await other.me(gatehouse.url, second.jwt)).code).toBe('UNAUTHENTICATED');
        expect(await canLogIn(other, ada.email, oldPassword)).toBe('INVALID_CREDENTIALS');
        expect(await canLogIn(other, ada.email, newPassword)).toBe('success');
        await mailTo(ada.email, /password/i);
      });

      test.each([
        ['all', [false, false]],
        ['current', [false, true]],
        ['others', [true, false]],
      ])('ends the sessions "%s"', async (sessions, live) => {
        const ada = await logIn(api);
        const second = await other.login(gatehouse.url, { email: ada.email, password: oldPassword });
        const input = { currentPassword: oldPassword, password: newPassword, sessions };
        expect((await api.changePassword(gatehouse.url, input, ada.jwt)).code).toBeNull();
        const isLive = async (jwt: string | null) => (await api.me(gatehouse.url, jwt)).success;
        expect([await isLive(ada.jwt), await isLive(second.jwt)]).toEqual(live);
      });

      rule('voids the mails with which the password could be reset', async () => {
        const ada = await logIn(api);
        const { token } = await requested(api, ada.email);
        await api.changePassword(gatehouse.url, { currentPassword: oldPassword, password: newPassword }, ada.jwt);
        const answer = await api.resetPassword(gatehouse.url, { token, password: oldPassword });
        expect(answer.code).toBe('INVALID_TOKEN');
      });

      rule('with a wrong current password changes nothing', async () => {
        const ada = await logIn(api);
        for (const currentPassword of ['wrong', 'a wrong horse battery']) {
          const answer = await api.changePassword(gatehouse.url, { currentPassword, password: newPassword }, ada.jwt);
          expect(answer).toMatchObject({ success: false, code: 'INVALID_CREDENTIALS' });
        }
        expect(await canLogIn(other, ada.email, oldPassword)).toBe('success');
      });

      test('without a valid access token is UNAUTHENTICATED', async () => {
        const input = { currentPassword: oldPassword, password: newPassword };
        for (const token of [null, 'token']) {
          expect(await api.changePassword(gatehouse.url, input, token)).toMatchObject({
            success: false,
            code: 'UNAUTHENTICATED',
          });
        }
      });

      rule('of 10 at the same time succeeds once', async () => {
        const ada = await logIn(api);
        const answers = await Promise.all(
          Array.from({ length: 10 }, (_, i) => {
            const input = { currentPassword: oldPassword, password: `${newPassword} ${i}` };
            return (i % 2 ? api : other).changePassword(gatehouse.url, input, ada.jwt);
          }),
        );
        const won = answers.flatMap((answer, i) => (answer.success ? [i] : []));
        expect(won).toHaveLength(1);
        for (const { code } of answers.filter(({ success }) => !success)) {
          expect(['CONFLICT', 'INVALID_CREDENTIALS']).toContain(code);
        }
        expect(await canLogIn(api, ada.email, `${newPassword} ${won[0]}`)).toBe('success');
      });
    });
  },
);
