import { type Api, apis, type Input, testInTurn } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { verifyAddress } from '../support/verified-address';

/** Each test runs through each API, and each API sees the changes of the other API. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ EMAIL_LOGIN: 'on' });
});
afterAll(() => gatehouse.stop());
afterEach(async () => {
  // Before the clock goes back: a mail of a later time would not be due.
  await gatehouse.allMails();
  jest.useRealTimers();
});

const password = 'correct horse battery';
let people = 0;

async function registered(api: Api, { isVerified = true } = {}) {
  people += 1;
  const credentials = { email: `ada.${people}@example.com`, password };
  const { user } = await api.register(gatehouse.url, { ...credentials, firstName: 'Ada', lastName: 'Lovelace' });
  if (isVerified) await verifyAddress(gatehouse, credentials.email);
  return { ...credentials, id: String(user?.id) };
}

/** Returns the subjects of the mails to an address, without those of the registration, oldest first. */
const mailsTo = async (address: string) =>
  (await gatehouse.allMails()).filter(({ to, text }) => to === address && !text.includes('Confirm my address'));

/** Asks for a mail, and returns what the client keeps, and what the mail has. */
async function requested(api: Api, email: string) {
  const answer = await api.requestEmailLogin(gatehouse.url, { email });
  expect(answer).toMatchObject({ success: true, code: null, token: expect.stringMatching(/^[\w-]{64}$/) });
  const mail = (await mailsTo(email)).at(-1);
  const link = String(mail?.links[0]).split('/').at(-1) ?? '';
  return { token: String(answer.token), code: String(mail?.code), link, answer };
}

const wrong = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0');
const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
const eventsOf = (id: string) =>
  gatehouse.sql(`SELECT action, outcome, details->>'method' AS method FROM audit_events WHERE user_id = '${id}'
    AND action IN ('email_login_requested', 'logged_in', 'email_verified')
    ORDER BY first_ts, id`);

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    test('the client that asked signs in with the code, which is no password and no second factor', async () => {
      const ada = await registered(api);
      const { token, code, answer } = await requested(api, ada.email);
      expect(answer.expiresIn).toBe(600);
      const login = await other.completeEmailLogin(gatehouse.url, {
        token,
        code: ` ${code.slice(0, 3)} ${code.slice(3)}`,
      });
      expect(login).toMatchObject({
        success: true,
        msg: 'Logged in.',
        user: { email: ada.email, lastLoginTs: null },
        refreshToken: expect.any(String),
      });
      expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal1', amr: ['otp'] });
      expect(await api.me(gatehouse.url, login.jwt)).toMatchObject({ success: true });
      // The password stays.
      expect(await api.login(gatehouse.url, { email: ada.email, password })).toMatchObject({ success: true });
      expect(await eventsOf(ada.id)).toEqual([
        { action: 'email_login_requested', outcome: 'success', method: null },
        { action: 'logged_in', outcome: 'success', method: 'email' },
        { action: 'logged_in', outcome: 'success', method: 'password' },
      ]);
    });

    rule('the link signs in only together with the token of the request', async () => {
      const { email } = await registered(api);
      const { token, link } = await requested(api, email);
      const stranger = await requested(other, (await registered(api)).email);
      for (const wrongToken of [stranger.token, link, 'x', token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))]) {
        expect(await api.completeEmailLogin(gatehouse.url, { token: wrongToken, link })).toMatchObject({
          code: 'INVALID_TOKEN',
          attemptsLeft: null,
        });
      }
      // The token of a request is no link, and the link of a request sets no password.
      expect((await api.completeEmailLogin(gatehouse.url, { token, link: token })).code).toBe('INVALID_TOKEN');
      expect((await api.resetPassword(gatehouse.url, { token: link, password })).code).toBe('INVALID_TOKEN');
      expect((await api.confirmEmail(gatehouse.url, { token: link })).code).toBe('INVALID_TOKEN');
      expect(await api.completeEmailLogin(gatehouse.url, { token, link })).toMatchObject({ success: true });
    });

    rule('of 20 completions at the same time one succeeds', async () => {
      const { email } = await registered(api);
      const { token, code, link } = await requested(api, email);
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, i) =>
          (i % 2 ? api : other).completeEmailLogin(gatehouse.url, { token, ...(i % 3 ? { link } : { code }) }),
        ),
      );
      const codes = answers.map((answer) => answer.code ?? 'success').sort();
      expect(codes).toEqual([...Array(19).fill('INVALID_TOKEN'), 'success']);
    });

    rule('wrong codes of a stranger leave the request of the user as it is', async () => {
      const { email } = await registered(api);
      const mine = await requested(api, email);
      const stranger = await requested(other, email);
      for (const [i, attemptsLeft] of [4, 3, 2, 1, null].entries()) {
        const input = { token: stranger.token, code: wrong(mine.code, i + 1) };
        expect(await other.completeEmailLogin(gatehouse.url, input)).toMatchObject({
          code: 'INVALID_TOKEN',
          attemptsLeft,
        });
      }
      expect((await other.completeEmailLogin(gatehouse.url, { token: stranger.token, code: mine.code })).code).toBe(
        'INVALID_TOKEN',
      );
      const { token, code } = mine;
      expect(await api.completeEmailLogin(gatehouse.url, { token, code })).toMatchObject({ success: true });
    });

    rule('ten wrong codes of a day end the codes of the address, and the link still signs in', async () => {
      const { email } = await registered(api);
      for (let i = 0; i < 2; i += 1) {
        const { token, code } = await requested(other, email);
        for (let by = 1; by <= 5; by += 1) {
          await other.completeEmailLogin(gatehouse.url, { token, code: wrong(code, by) });
        }
      }
      const { token, link, code } = await requested(api, email);
      expect(code).toBe('null');
      expect((await api.completeEmailLogin(gatehouse.url, { token, code: '000000' })).code).toBe('INVALID_TOKEN');
      expect(await api.completeEmailLogin(gatehouse.url, { token, link })).toMatchObject({ success: true });
    });

    rule('an address without an account gets the same answers', async () => {
      const { email } = await registered(api);
      const known = await requested(api, email);
      const decoy = await api.requestEmailLogin(gatehouse.url, { email: `nobody.${people}@example.com` });
      const token = expect.stringMatching(/^[\w-]{64}$/);
      expect(decoy).toEqual({ ...known.answer, token, result: { ...known.answer.result, token } });
      expect(await mailsTo(`nobody.${people}@example.com`)).toEqual([]);
      for (let by = 1; by <= 6; by += 1) {
        const code = wrong(known.code, by);
        const [ofKnown, ofDecoy] = [
          await api.completeEmailLogin(gatehouse.url, { token: known.token, code }),
          await api.completeEmailLogin(gatehouse.url, { token: decoy.token, code }),
        ];
        expect(ofKnown.code).toBe('INVALID_TOKEN');
        expect(ofDecoy).toEqual(ofKnown);
      }
    });

    rule('the request expires with its code', async () => {
      const { email, id } = await registered(api);
      const { token, code, link } = await requested(api, email);
      await gatehouse.sql(`UPDATE one_time_tokens SET created_ts = created_ts - interval '11 minutes',
        expires_ts = expires_ts - interval '11 minutes' WHERE user_id = '${id}'`);
      for (const mailed of [{ code }, { link }]) {
        expect((await api.completeEmailLogin(gatehouse.url, { token, ...mailed })).code).toBe('INVALID_TOKEN');
      }
    });

    rule('a second factor is asked for, and the challenge remembers the first step', async () => {
      stopClock();
      const person = await withTotp(api, gatehouse);
      const { token, link } = await requested(api, person.email);
      const asked = await api.completeEmailLogin(gatehouse.url, { token, link });
      expect(asked).toMatchObject({ code: 'MFA_REQUIRED', challenge: { factors: ['totp', 'recovery_code'] } });
      // The link is used up by the challenge.
      expect((await other.completeEmailLogin(gatehouse.url, { token, link })).code).toBe('INVALID_TOKEN');
      const input = { token: asked.challenge?.token, code: person.authenticator.next() };
      const login = await other.completeLogin(gatehouse.url, input);
      expect(claimsOf(login.jwt)).toMatchObject({ acr: 'aal2', amr: ['otp', 'mfa'] });
      expect((await eventsOf(String(login.user?.id))).at(-1)).toEqual({
        action: 'logged_in',
        outcome: 'success',
        method: 'email',
      });
    });

    rule('the first proof of an address ends everything that was there before', async () => {
      const { email, id } = await registered(api, { isVerified: false });
      const attacker = await api.login(gatehouse.url, { email, password });
      expect(attacker.success).toBe(true);
      const { token, code } = await requested(api, email);
      const login = await api.completeEmailLogin(gatehouse.url, { token, code });
      expect(login).toMatchObject({ success: true, user: { emailVerified: true } });
      expect((await api.me(gatehouse.url, attacker.jwt)).code).toBe('UNAUTHENTICATED');
      expect((await api.refresh(gatehouse.url, { refreshToken: attacker.refreshToken })).code).toBe('UNAUTHENTICATED');
      expect((await api.login(gatehouse.url, { email, password })).code).toBe('INVALID_CREDENTIALS');
      expect(await api.me(gatehouse.url, login.jwt)).toMatchObject({ success: true });
      expect((await mailsTo(email)).at(-1)?.subject).toContain('Your password was removed');
      expect((await eventsOf(id)).map(({ action }) => action)).toContain('email_verified');
      // The user sets a new one with a mail.
      await api.requestPasswordReset(gatehouse.url, { email });
      const reset = String((await mailsTo(email)).at(-1)?.links[0])
        .split('/')
        .at(-1);
      expect((await api.resetPassword(gatehouse.url, { token: reset, password })).code).toBeNull();
    });

    test('a user without a password has signed in recently before a change, or steps up with a code by mail', async () => {
      const { email } = await registered(api, { isVerified: false });
      const first = await requested(api, email);
      const { jwt } = await api.completeEmailLogin(gatehouse.url, { token: first.token, code: first.code });
      expect(await other.enrollTotp(gatehouse.url, {}, jwt)).toMatchObject({ success: true });
      stopClock();
      jest.setSystemTime(Date.now() + 301_000);
      const change = (token: string | null) => api.changeEmail(gatehouse.url, { email: `new.${email}` }, token);
      expect(await change(jwt)).toMatchObject({ code: 'STEP_UP_REQUIRED', required: { acr: null, maxAge: 300 } });
      expect((await api.stepUpOptions(gatehouse.url, jwt)).stepUpOptions).toEqual({
        password: false,
        email: true,
        factors: [],
        passkeyOptions: null,
      });
      const { token: emailToken, code: emailCode } = await requested(other, email);
      const stepUp = (proof: Input) => api.stepUp(gatehouse.url, proof, jwt);
      expect(await stepUp({ emailToken, emailCode: wrong(emailCode) })).toMatchObject({
        code: 'INVALID_TOKEN',
        attemptsLeft: 4,
      });
      expect((await stepUp({ emailToken, emailCode, password })).code).toBe('VALIDATION_FAILED');
      for (const [half, field] of [
        [{ emailCode }, 'emailToken'],
        [{ emailToken, password }, 'emailCode'],
      ] as const) {
        expect(await stepUp(half)).toMatchObject({ code: 'VALIDATION_FAILED', fields: [{ field }] });
      }
      const proven = await stepUp({ emailToken, emailCode });
      expect(claimsOf(proven.jwt)).toMatchObject({ acr: 'aal1', amr: ['otp'] });
      expect(await change(proven.jwt)).toMatchObject({ success: true });
      expect((await stepUp({ emailToken, emailCode })).code).toBe('INVALID_TOKEN');
    });

    rule('a code by mail steps up nobody who has a password, and no other user', async () => {
      const [ada, bea] = [await registered(api), await registered(api, { isVerified: false })];
      const { jwt } = await api.login(gatehouse.url, { email: ada.email, password });
      const adas = await requested(api, ada.email);
      const proof = { emailToken: adas.token, emailCode: adas.code };
      expect((await api.stepUp(gatehouse.url, proof, jwt)).code).toBe('INVALID_TOKEN');
      expect((await api.stepUpOptions(gatehouse.url, jwt)).stepUpOptions?.email).toBe(false);
      const beas = await requested(other, bea.email);
      const login = await api.completeEmailLogin(gatehouse.url, { token: beas.token, link: beas.link });
      expect((await api.stepUp(gatehouse.url, proof, login.jwt)).code).toBe('INVALID_TOKEN');
      // No wrong use has used it up.
      const { token, code } = adas;
      expect((await api.completeEmailLogin(gatehouse.url, { token, code })).code).toBeNull();
    });

    rule('a disabled account says so, but only after the right code', async () => {
      const { email, id } = await registered(api);
      await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${id}'`);
      const { token, code } = await requested(api, email);
      expect((await api.completeEmailLogin(gatehouse.url, { token, code: wrong(code) })).code).toBe('INVALID_TOKEN');
      expect((await api.completeEmailLogin(gatehouse.url, { token, code })).code).toBe('ACCOUNT_DISABLED');
    });

    test.each([
      [{}, ['token', 'code']],
      [{ token: 'x' }, ['code']],
      [{ token: 'x', code: '123456', link: 'x' }, ['code']],
      [{ token: 'x', code: '12345' }, ['code']],
    ])('the input %j is rejected at the right fields', async (input, fields) => {
      const answer = await api.completeEmailLogin(gatehouse.url, { token: undefined, ...input });
      // GraphQL itself asks for a required field.
      if (answer.code === 'GRAPHQL_VALIDATION_FAILED') return;
      expect(answer.code).toBe('VALIDATION_FAILED');
      for (const { field } of answer.fields) expect(fields).toContain(field);
      expect(answer.fields.length).toBeGreaterThan(0);
    });

    rule('is off by default', async () => {
      const off = await gatehouse.another({ EMAIL_LOGIN: 'off' });
      const { email } = await registered(api);
      const { token, code } = await requested(api, email);
      for (const answer of [
        await api.requestEmailLogin(off.url, { email }),
        await api.completeEmailLogin(off.url, { token, code }),
      ])
        expect(answer).toMatchObject({ code: 'FORBIDDEN', msg: 'Sign-in with a code by mail is switched off.' });
      await off.stop();
      expect((await api.completeEmailLogin(gatehouse.url, { token, code })).code).toBeNull();
    });
  },
);
