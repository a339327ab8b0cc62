import { ProviderResults } from '../../src/accounts/providers/provider-results';
import { type Api, apis, testInTurn } from '../support/apis';
import { withTotp } from '../support/authenticator';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { follow } from '../support/providers/follow';
import { googleAccount, type OpenidProvider, startOpenidProvider } from '../support/providers/openid-provider';
import {
  appUrl,
  callbackOf,
  challengeOf,
  comeBack,
  logInWith,
  openCallback,
  settingsOf,
  startLogin,
} from '../support/providers/provider-logins';
import { verifyAddress } from '../support/verified-address';

/** Logins with a certified OpenID provider that acts as Google. Each test runs through each API. */
let gatehouse: Gatehouse;
let google: OpenidProvider;

beforeAll(async () => {
  google = await startOpenidProvider({ redirectUris: [callbackOf('google')] });
  gatehouse = await startGatehouse({ ...settingsOf(google, 'google'), EMAIL_LOGIN: 'on' });
});
afterAll(async () => {
  await gatehouse.stop();
  await google.close();
});

const password = 'correct horse battery';
let people = 0;

/** A new person at Google, whose address Google vouches for. */
function person(claims: Partial<typeof googleAccount> = {}) {
  people += 1;
  const account = { ...googleAccount, sub: `sub-${people}`, email: `ada.${people}@gmail.com`, ...claims };
  google.signInAs(account);
  return account;
}

async function registered(api: Api, email: string, { isVerified = true } = {}) {
  const { user } = await api.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  if (isVerified) await verifyAddress(gatehouse, email);
  return { email, id: String(user?.id) };
}

const login = (api: Api) => logInWith(api, gatehouse.url, 'google');
const claimsOf = (jwt: string | null) =>
  JSON.parse(Buffer.from(String(jwt).split('.')[1] ?? '', 'base64url').toString());
const mailTo = async (address: string) => (await gatehouse.allMails()).filter(({ to }) => to === address).at(-1);
const actionsOf = async (id: string | undefined) =>
  (
    await gatehouse.sql(`SELECT action, details->>'method' AS method, details->>'provider' AS provider FROM audit_events
      WHERE user_id = '${id}' ORDER BY first_ts, id`)
  ).map(({ action, method, provider }) => [action, method ?? provider].filter(Boolean).join(' '));

describe.each(apis.map((api, i) => ({ name: api.name, api, other: apis[1 - i] ?? api })))(
  'through $name',
  ({ api, other }) => {
    const rule = testInTurn(api);
    test('the providers are listed', async () => {
      expect(await api.loginProviders(gatehouse.url)).toMatchObject({
        success: true,
        providers: [{ id: 'google', label: 'Google', acceptsIdToken: true }],
      });
    });

    test('a new person gets an account whose address is verified, and is known the next time', async () => {
      const { email } = person();
      const first = await login(api);
      expect(first).toMatchObject({
        success: true,
        msg: 'Logged in.',
        user: { email, firstName: 'Ada', lastName: 'Lovelace', emailVerified: true, lastLoginTs: null },
        refreshToken: expect.any(String),
      });
      expect(claimsOf(first.jwt)).toMatchObject({ acr: 'aal1', amr: ['fed'] });
      // The address at the provider changes nothing here.
      google.signInAs({ ...googleAccount, sub: `sub-${people}`, email: 'somebody.else@gmail.com' });
      const second = await login(other);
      expect(second.user).toMatchObject({ id: first.user?.id, email });
      expect(await actionsOf(first.user?.id)).toEqual(['registered google', 'logged_in google', 'logged_in google']);
      const { identities } = await api.identities(gatehouse.url, second.jwt);
      expect(identities).toEqual([
        {
          id: expect.any(String),
          provider: 'google',
          email,
          createdTs: expect.any(String),
          lastUsedTs: expect.any(String),
        },
      ]);
    });

    rule('a code is of use once, only with its verifier', async () => {
      person();
      const { code, codeVerifier } = await comeBack(await startLogin(api, gatehouse.url, 'google'), gatehouse.url);
      const otherCode = code.slice(0, -1) + (code.endsWith('_') ? '-' : '_');
      for (const wrong of [{ codeVerifier: 'x'.repeat(43) }, { code: otherCode }]) {
        const answer = await api.completeProviderLogin(gatehouse.url, { code, codeVerifier, ...wrong });
        expect(answer).toMatchObject({ code: 'INVALID_TOKEN', attemptsLeft: null });
      }
      const answers = await Promise.all(
        Array.from({ length: 10 }, (_, i) =>
          (i % 2 ? api : other).completeProviderLogin(gatehouse.url, { code, codeVerifier }),
        ),
      );
      expect(answers.map((answer) => answer.code ?? 'success').sort()).toEqual([
        ...Array(9).fill('INVALID_TOKEN'),
        'success',
      ]);
    });

    rule('of 20 first logins at the same time all get one account', async () => {
      const { email } = person();
      const started = await Promise.all(
        Array.from({ length: 20 }, async () => comeBack(await startLogin(api, gatehouse.url, 'google'), gatehouse.url)),
      );
      const answers = await Promise.all(
        started.map((input, i) => (i % 2 ? api : other).completeProviderLogin(gatehouse.url, input)),
      );
      const ids = new Set(answers.map(({ user }) => user?.id));
      expect(answers.filter(({ success }) => success)).toHaveLength(20);
      expect(ids.size).toBe(1);
      expect(await gatehouse.sql(`SELECT count(*)::int FROM users WHERE email = '${email}'`)).toEqual([{ count: 1 }]);
    });

    test('an account with the address is connected by a login to it, and only that one', async () => {
      const { email } = person();
      const ada = await registered(api, email);
      const stranger = await registered(api, `stranger.${email}`);
      const answer = await login(api);
      expect(answer).toMatchObject({
        code: 'LINK_REQUIRED',
        jwt: null,
        link: { token: expect.stringMatching(/^[\w-]{64}$/), provider: 'google', email, mailed: false, expiresIn: 600 },
      });
      const token = answer.link?.token;
      const { jwt: ofStranger } = await api.login(gatehouse.url, { email: stranger.email, password });
      expect((await api.linkIdentity(gatehouse.url, { token, currentPassword: password }, ofStranger)).code).toBe(
        'INVALID_TOKEN',
      );
      const { jwt } = await other.login(gatehouse.url, { email, password });
      expect(await other.linkIdentity(gatehouse.url, { token, currentPassword: password }, jwt)).toMatchObject({
        success: true,
        identity: { provider: 'google', email },
      });
      expect((await other.linkIdentity(gatehouse.url, { token, currentPassword: password }, jwt)).code).toBe(
        'INVALID_TOKEN',
      );
      expect((await login(api)).user?.id).toBe(ada.id);
      expect((await mailTo(email))?.subject).toContain('connected');
    });

    rule('an account with the address is connected by a code to its mailbox', async () => {
      const { email } = person();
      const ada = await registered(api, email);
      const { link } = await login(api);
      const linkToken = link?.token;
      const wrong = await api.requestEmailLogin(gatehouse.url, { email: `other.${email}`, linkToken });
      expect(wrong.code).toBe('INVALID_TOKEN');
      const { token } = await api.requestEmailLogin(gatehouse.url, { email, linkToken });
      const mail = await mailTo(email);
      expect(mail?.text).toContain('Google');
      const done = await other.completeEmailLogin(gatehouse.url, { token, code: mail?.code });
      expect(done.user?.id).toBe(ada.id);
      expect((await login(api)).user?.id).toBe(ada.id);
    });

    rule('an account whose address was never verified is first taken back', async () => {
      const { email } = person();
      const ada = await registered(api, email, { isVerified: false });
      const attacker = await api.login(gatehouse.url, { email, password });
      const { link } = await login(api);
      const { token } = await api.requestEmailLogin(gatehouse.url, { email, linkToken: link?.token });
      const done = await api.completeEmailLogin(gatehouse.url, { token, code: (await mailTo(email))?.code });
      expect(done.user?.id).toBe(ada.id);
      expect((await api.me(gatehouse.url, attacker.jwt)).code).toBe('UNAUTHENTICATED');
      expect((await api.login(gatehouse.url, { email, password })).code).toBe('INVALID_CREDENTIALS');
      expect((await login(other)).user?.id).toBe(ada.id);
    });

    rule('an address that the provider does not vouch for is proved by a mail, with one answer for all', async () => {
      // Google vouches for gmail.com and Workspace alone.
      const known = person({ email: `known.${people}@example.com` });
      const ada = await registered(api, known.email);
      const ofKnown = await login(api);
      const unknown = person({ email: `unknown.${people}@example.com` });
      const ofUnknown = await login(api);
      for (const [answer, email] of [
        [ofKnown, known.email],
        [ofUnknown, unknown.email],
      ] as const) {
        expect(answer).toMatchObject({
          code: 'EMAIL_NOT_VERIFIED',
          msg: ofKnown.msg,
          link: { provider: 'google', email, mailed: true, expiresIn: 600 },
        });
      }
      const finish = async ({ link }: typeof ofKnown) =>
        other.completeEmailLogin(gatehouse.url, {
          token: link?.token,
          code: (await mailTo(String(link?.email)))?.code,
        });
      expect((await finish(ofKnown)).user?.id).toBe(ada.id);
      const created = await finish(ofUnknown);
      expect(created.user).toMatchObject({ email: unknown.email, emailVerified: true, firstName: 'Ada' });
      expect((await login(api)).user?.id).toBe(created.user?.id);
    });

    test('names and an address that the provider does not have are asked for, and the code stays valid', async () => {
      person({ email: undefined, given_name: undefined, family_name: undefined, name: 'Ada' } as never);
      const email = `entered.${people}.${api.name.toLowerCase()}@example.com`;
      const input = await comeBack(await startLogin(api, gatehouse.url, 'google'), gatehouse.url);
      const missing = await api.completeProviderLogin(gatehouse.url, input);
      expect(missing).toMatchObject({ code: 'VALIDATION_FAILED' });
      expect(missing.fields.map(({ field }) => field)).toEqual(['email', 'lastName']);
      const again = await other.completeProviderLogin(gatehouse.url, { ...input, email, lastName: 'Byron' });
      expect(again).toMatchObject({ code: 'EMAIL_NOT_VERIFIED', link: { email, mailed: true } });
      const done = await api.completeEmailLogin(gatehouse.url, {
        token: again.link?.token,
        code: (await mailTo(email))?.code,
      });
      expect(done.user).toMatchObject({ email, firstName: 'Ada', lastName: 'Byron' });
    });

    rule('without mails, an address that is not proved registers nobody, and waits for nothing', async () => {
      const silent = await gatehouse.another({ MAILBOX: 'false' });
      try {
        person({ email_verified: false });
        const answer = await logInWith(api, silent.url, 'google');
        expect(answer).toMatchObject({ code: 'FORBIDDEN', link: null });
      } finally {
        await silent.stop();
      }
    });

    rule('a session that ends while the provider is asked connects nothing', async () => {
      const { email } = await registered(api, `ended.${people}.${api.name}@example.com`);
      const { jwt } = await api.login(gatehouse.url, { email, password });
      person();
      const input = await comeBack(await startLogin(api, gatehouse.url, 'google'), gatehouse.url);
      const { prove } = ProviderResults.prototype;
      jest.spyOn(ProviderResults.prototype, 'prove').mockImplementationOnce(async function (
        this: ProviderResults,
        ...args
      ) {
        const result = await prove.apply(this, args);
        expect(await api.logout(gatehouse.url, { sessions: 'all' }, jwt)).toMatchObject({ success: true });
        return result;
      });
      expect((await api.linkIdentity(gatehouse.url, { ...input, currentPassword: password }, jwt)).code).toBe(
        'UNAUTHENTICATED',
      );
      expect(await login(api)).toMatchObject({ success: true, user: { email: expect.not.stringMatching(email) } });
    });

    rule('the second factor is asked for, and the session keeps the first step', async () => {
      const ada = await withTotp(api, gatehouse);
      person({ email: ada.email });
      const input = await comeBack(await startLogin(api, gatehouse.url, 'google'), gatehouse.url);
      expect((await api.linkIdentity(gatehouse.url, { ...input, currentPassword: password }, ada.jwt)).code).toBe(
        'STEP_UP_REQUIRED',
      );
      expect(await api.linkIdentity(gatehouse.url, { ...input, currentPassword: password }, ada.raised)).toMatchObject({
        success: true,
      });
      const challenged = await login(other);
      expect(challenged).toMatchObject({ code: 'MFA_REQUIRED', challenge: { factors: ['totp', 'recovery_code'] } });
      expect((await api.identities(gatehouse.url, ada.raised)).identities?.[0]?.lastUsedTs).toEqual(expect.any(String));
      const done = await api.completeLogin(gatehouse.url, {
        token: challenged.challenge?.token,
        code: ada.recoveryCodes[0],
      });
      expect(claimsOf(done.jwt)).toMatchObject({ acr: 'aal2', amr: ['otp', 'fed', 'mfa'] });
    });

    rule('an account without a password changes itself after a recent sign-in, and keeps a way in', async () => {
      person();
      const { jwt } = await login(api);
      const [identity] = (await api.identities(gatehouse.url, jwt)).identities ?? [];
      const only = await api.unlinkIdentity(gatehouse.url, { id: identity?.id }, jwt);
      expect(only).toMatchObject({ code: 'CONFLICT' });
      for (const id of ['x', '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6df']) {
        expect((await api.unlinkIdentity(gatehouse.url, { id }, jwt)).code).toBe('NOT_FOUND');
      }
    });

    test('an identity is disconnected where there is a password, and all other sessions end', async () => {
      const { email } = person();
      await registered(api, email);
      const { jwt } = await api.login(gatehouse.url, { email, password });
      const input = await comeBack(await startLogin(api, gatehouse.url, 'google'), gatehouse.url);
      const linked = await api.linkIdentity(gatehouse.url, { ...input, currentPassword: password }, jwt);
      expect(linked.identity).not.toBeNull();
      const session = await login(other);
      expect(await api.unlinkIdentity(gatehouse.url, { id: linked.identity?.id }, jwt)).toMatchObject({
        success: true,
      });
      expect((await api.me(gatehouse.url, session.jwt)).code).toBe('UNAUTHENTICATED');
      expect((await api.me(gatehouse.url, jwt)).success).toBe(true);
      expect((await login(api)).code).toBe('LINK_REQUIRED');
    });

    rule('an identity of another account is not connected', async () => {
      person();
      await login(api);
      const other = await registered(api, `second.${people}.${api.name}@example.com`);
      const { jwt } = await api.login(gatehouse.url, { email: other.email, password });
      const input = await comeBack(await startLogin(api, gatehouse.url, 'google'), gatehouse.url);
      expect((await api.linkIdentity(gatehouse.url, { ...input, currentPassword: password }, jwt)).code).toBe(
        'CONFLICT',
      );
      expect((await api.identities(gatehouse.url, jwt)).identities).toEqual([]);
    });

    rule('whoever cancels comes back without a code', async () => {
      person();
      const { goTo } = await startLogin(api, gatehouse.url, 'google');
      google.cancels = true;
      const back = await openCallback(await follow(goTo), gatehouse.url).finally(() => {
        google.cancels = false;
      });
      expect(`${back.origin}${back.pathname}`).toBe(appUrl);
      expect(back.search).toBe('?error=PROVIDER_REJECTED&reason=cancelled');
    });

    test('wrong inputs', async () => {
      const right = { provider: 'google', returnTo: appUrl, codeChallenge: challengeOf('x') };
      const codeOf = async (input: object) => {
        const { code, fields } = await api.startProviderLogin(gatehouse.url, { ...right, ...input });
        return [code, ...fields.map(({ field }) => field)];
      };
      expect(await codeOf({ provider: 'nobody' })).toEqual(['NOT_FOUND']);
      expect(await codeOf({ returnTo: `${appUrl}/` })).toEqual(['VALIDATION_FAILED', 'returnTo']);
      expect(await codeOf({ returnTo: '/account' })).toEqual(['VALIDATION_FAILED', 'returnTo']);
      expect(await codeOf({ codeChallenge: 'x' })).toEqual(['VALIDATION_FAILED', 'codeChallenge']);
      expect((await api.completeProviderLogin(gatehouse.url, { code: 'x', codeVerifier: 'x' })).code).toBe(
        'VALIDATION_FAILED',
      );
    });
  },
);
