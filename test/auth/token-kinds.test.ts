import { openInvitations } from '../../src/compose/admin-users';
import { createUserInput } from '../../src/features/admin-users/user-changes.inputs';
import type { ErrorCode } from '../../src/platform/errors/error-table';
import { createLog } from '../../src/platform/observability/log';
import { parseInput } from '../../src/platform/request/input-parser';
import { type Answer, type Api, apis } from '../support/apis';
import { type PersonWithTotp, withTotp } from '../support/authenticator';
import { exampleInputOf, operationsOfUsers } from '../support/declared-operations';
import { toCamelCase } from '../support/field-names';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { createClient } from '../support/oauth';
import { type App, codeOf, createApp, createPkce, redeem, refreshTokens, signedIn, tokensFor } from '../support/openid';
import { ownerWithPasskey } from '../support/ownership';
import { loginOptions, type PersonWithPasskey, signedIn as signIn, withPasskey } from '../support/passkeys';
import { type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { comeBack, settingsOf, startLogin } from '../support/providers/provider-logins';
import { document, routes } from '../support/rest-document';
import { type SmsService, serviceSettings, startSms } from '../support/sms';
import { SoftwarePasskey } from '../support/software-passkey';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

// Every kind of token and code is sent to every place that takes a token or a code, and only accepted where it belongs.

let gatehouse: Gatehouse;
let sms: SmsService;
/** An instance on which a registration waits for its e-mail. */
let confirming: Instance;
let oauthClient: { id: string; secret: string };
let app: App;
let provider: HostileProvider;

beforeAll(async () => {
  provider = await startHostileProvider();
  sms = await startSms();
  const ofSms = serviceSettings(sms);
  gatehouse = await startGatehouse({ ...settingsOf(provider), ...ofSms, EMAIL_LOGIN: 'on', ORGANIZATIONS: 'users' });
  confirming = await gatehouse.another({ REGISTRATION: 'confirm' });
  oauthClient = await createClient(gatehouse);
  app = await createApp(gatehouse);
  // The codes of an authenticator app depend on the time.
  stopClock();
});
afterAll(async () => {
  jest.useRealTimers();
  await gatehouse.stop();
  await provider.close();
  sms.stop();
});

const password = 'correct horse battery';
const newPassword = 'a much longer horse';
const names = { firstName: 'Ada', lastName: 'Lovelace' };

interface Person {
  email: string;
  jwt: string;
  refreshToken: string;
}

/** A token or a code, and where it belongs. */
interface Kind {
  text: string;
  home: readonly string[];
  /** Uses it where it belongs. */
  accept?: () => Promise<Pick<Answer, 'success' | 'code'>>;
}

type OAuthReply = Awaited<ReturnType<typeof redeem>>;
const asAnswer = ({ status }: OAuthReply) => ({ success: status === 200, code: null });

type Place = (text: string) => Promise<Pick<Answer, 'success' | 'code'>>;

/** Every place that takes the response of an authenticator. */
const passkeyPlaces: Readonly<
  Record<
    string,
    (api: Api, people: { pat: PersonWithPasskey; quinn: { jwt: string } }) => (passkey: object) => Promise<Answer>
  >
> = {
  'loginWithPasskey.passkey': (api) => (passkey) => api.loginWithPasskey(gatehouse.url, { passkey }),
  'completeLogin.passkey':
    (api, { pat }) =>
    async (passkey) => {
      const { challenge } = await api.login(gatehouse.url, { email: pat.email, password });
      return api.completeLogin(gatehouse.url, { token: challenge?.token, passkey });
    },
  'stepUp.passkey':
    (api, { pat }) =>
    (passkey) =>
      api.stepUp(gatehouse.url, { passkey }, pat.jwt),
  'addPasskey.passkey':
    (api, { quinn }) =>
    (passkey) =>
      api.addPasskey(gatehouse.url, { passkey }, quinn.jwt),
};

describe.each(apis.map((api, i) => ({ name: api.name, api, i })))('through $name', ({ name, api, i }) => {
  /** Whether this API has the turn: each kind meets each place through one of the two. */
  const isMine = (n: number) => n % apis.length === i;
  let kinds: Record<string, Kind>;
  let places: Record<string, Place>;
  let pat: PersonWithPasskey;
  let people = 0;

  async function person({ verified = false } = {}): Promise<Person> {
    people += 1;
    const email = `kind.${people}.${name.toLowerCase()}@example.com`;
    await api.register(gatehouse.url, { email, password, ...names });
    if (verified) await gatehouse.sql(`UPDATE users SET email_verified = true WHERE email = '${email}'`);
    const { jwt, refreshToken } = await api.login(gatehouse.url, { email, password });
    return { email, jwt: String(jwt), refreshToken: String(refreshToken) };
  }

  /** Returns the token and the code of the mail that an operation sends. */
  async function mailTo(address: string, operation: () => Promise<unknown>): Promise<{ token: string; code: string }> {
    const linksTo = async () =>
      (await gatehouse.allMails()).flatMap(({ to, links, code }) => (to === address ? [{ link: links[0], code }] : []));
    const before = new Set((await linksTo()).map(({ link }) => link));
    await operation();
    const [mail] = (await linksTo()).filter(({ link }) => !before.has(link));
    if (!mail) throw new Error(`no mail to ${address}`);
    return { token: String(mail.link).split('/').at(-1) ?? '', code: String(mail.code) };
  }

  async function challengeOf({ email }: PersonWithTotp): Promise<string> {
    const { challenge } = await api.login(gatehouse.url, { email, password });
    if (!challenge) throw new Error('no challenge');
    return challenge.token;
  }

  beforeAll(async () => {
    const { url } = gatehouse;
    const [ada, bea] = [await withTotp(api, gatehouse), await withTotp(api, gatehouse)];
    const recoveryCode = ada.recoveryCodes[0] ?? '';
    const beasCode = bea.recoveryCodes[0] ?? '';
    const cy = await person();
    await verifyAddress(gatehouse, cy.email);
    const waiting = await api.enrollTotp(url, { currentPassword: password }, cy.jwt);
    expect(waiting.success).toBe(true);

    const changeEmail = ({ email, jwt }: Person) =>
      api.changeEmail(url, { email: `new.${email}`, currentPassword: password }, jwt);
    const hal = await person();
    const verification = await mailTo(hal.email, () => api.sendEmailVerification(url, { email: hal.email }));
    const reset = await mailTo(ada.email, () => api.requestPasswordReset(url, { email: ada.email }));
    const dan = await person();
    const uma = await person({ verified: true });
    let emailLogin = '';
    const mailed = await mailTo(uma.email, async () => {
      emailLogin = String((await api.requestEmailLogin(url, { email: uma.email })).token);
    });
    // Without a password.
    const zoe = await person({ verified: true });
    await gatehouse.sql(`UPDATE users SET password_hash = NULL WHERE email = '${zoe.email}'`);
    const waitingRequest = String((await api.requestEmailLogin(url, { email: zoe.email })).token);
    const another = String((await api.requestEmailLogin(url, { email: cy.email })).token);
    const comeBackAs = async (claims: object) => {
      provider.claims = {
        sub: `kind-${name}`,
        email_verified: true,
        given_name: 'Uma',
        family_name: 'Lind',
        ...claims,
      };
      return comeBack(await startLogin(api, url, 'acme'), url);
    };
    const atProvider = await comeBackAs({ email: `uma.${name.toLowerCase()}@example.org` });
    const { link } = await api.completeProviderLogin(url, await comeBackAs({ sub: `link-${name}`, email: uma.email }));
    const linkToken = String(link?.token);
    const change = await mailTo(`new.${dan.email}`, () => changeEmail(dan));
    const eve = await person({ verified: true });
    const approval = await mailTo(eve.email, () => changeEmail(eve));
    const finn = await ownerWithPasskey(api, gatehouse, { days: 8 });
    const finns = await mailTo(`new.${finn.email}`, () =>
      api.changeEmail(url, { email: `new.${finn.email}` }, finn.jwt),
    );
    const undo = await mailTo(finn.email, () => api.confirmEmailChange(url, { token: finns.token }));
    const gus = await person();
    const deletion = await mailTo(gus.email, () => api.deleteAccount(url, { currentPassword: password }, gus.jwt));
    const registration = { email: `registering.${name.toLowerCase()}@example.com`, password, ...names };
    const confirmation = await mailTo(registration.email, () => api.register(confirming.url, registration));
    const invitations = await openInvitations(gatehouse.config, gatehouse.stores, createLog('silent'));
    const invited = `invited.${name.toLowerCase()}@example.com`;
    const invitation = await mailTo(invited, () =>
      invitations.invite(parseInput(createUserInput, { email: invited, ...names }), { isMailed: true }, null),
    );
    const newcomer = `newcomer.${name.toLowerCase()}@example.com`;
    const { result: organization } = await api.createOrganization(url, { name: 'Example' }, uma.jwt);
    const membership = { organizationId: organization?.id, email: newcomer, roles: ['member'] };
    const ofOrganization = await mailTo(newcomer, () => api.inviteMember(url, membership, uma.jwt));
    const tess = await person({ verified: true });
    const { result: sentCode } = await api.sendTelVerification(url, { tel: `+4179555${1000 + name.length}` }, tess.jwt);
    await until(() => sms.code(sentCode?.tel) !== '');
    const telCode = sms.code(sentCode?.tel);
    const { refreshToken } = await api.login(url, { email: dan.email, password });
    pat = await withPasskey(api, gatehouse);
    const passkeyLogin = (await loginOptions(api, url)) as { challenge: string };
    const passkeyStepUp = (await api.stepUpOptions(url, pat.jwt)).stepUpOptions?.passkeyOptions as {
      challenge: string;
    };

    const code = ada.authenticator.next();
    const byCode = ['login.code', 'completeLogin.code', 'stepUp.code'];
    const anyChallenge = await challengeOf(bea);
    const { client: browser } = await signedIn(gatehouse);
    const offline = { scope: 'openid offline_access' };
    const appRefreshToken = (await tokensFor(gatehouse, browser, app, offline)).refresh_token;
    const pkce = createPkce();
    const appCode = await codeOf(browser, app, offline, pkce);
    kinds = {
      'an access token': { text: eve.jwt, home: ['introspectToken.token', 'revokeToken.token', 'a signed-in user'] },
      'a refresh token': {
        text: String(refreshToken),
        home: ['refresh.refreshToken', 'logout.refreshToken', 'introspectToken.token', 'revokeToken.token'],
        accept: () => api.refresh(url, { refreshToken }),
      },
      'the code of an application': {
        text: appCode,
        home: ['issueTokens.code'],
        accept: async () => asAnswer(await redeem(url, app, appCode, pkce)),
      },
      'the refresh token of an application': {
        text: appRefreshToken,
        home: ['issueTokens.refreshToken', 'introspectToken.token', 'revokeToken.token'],
        accept: async () => asAnswer(await refreshTokens(url, app, appRefreshToken)),
      },
      'the challenge of a login': {
        text: anyChallenge,
        // enrollTotp takes only the challenge of a user without a second factor.
        home: ['completeLogin.token'],
        accept: () => api.completeLogin(url, { token: anyChallenge, code: beasCode }),
      },
      'a code of an authenticator app': {
        text: code,
        home: byCode,
        accept: () => api.stepUp(url, { code }, ada.jwt),
      },
      'a recovery code': {
        text: recoveryCode,
        home: byCode,
        accept: () => api.stepUp(url, { code: recoveryCode }, ada.jwt),
      },
      'the token that verifies an address': {
        text: verification.token,
        home: ['confirmEmail.token'],
        accept: () => api.confirmEmail(url, { token: verification.token }),
      },
      'the code that verifies an address': { text: verification.code, home: ['confirmEmail.code'] },
      'the token of a registration': {
        text: confirmation.token,
        home: ['confirmEmail.token'],
        accept: () => api.confirmEmail(confirming.url, { token: confirmation.token, password }),
      },
      'the token that resets a password': { text: reset.token, home: ['resetPassword.token'] },
      'the code that resets a password': {
        text: reset.code,
        home: ['resetPassword.code'],
        accept: () => api.resetPassword(url, { email: ada.email, code: reset.code, password: newPassword }),
      },
      'the token of a request for a code': { text: emailLogin, home: ['completeEmailLogin.token'] },
      'the link of a sign-in by mail': {
        text: mailed.token,
        home: ['completeEmailLogin.link'],
        accept: () => api.completeEmailLogin(url, { token: emailLogin, link: mailed.token }),
      },
      'the code of a sign-in with a provider': {
        text: atProvider.code,
        // Either signs in or connects, and the first of the two uses it up.
        home: ['completeProviderLogin.code', 'linkIdentity.code'],
        accept: () => api.completeProviderLogin(url, atProvider),
      },
      'the token that connects a provider': {
        text: linkToken,
        home: ['linkIdentity.token', 'requestEmailLogin.linkToken'],
        accept: () => api.linkIdentity(url, { token: linkToken, currentPassword: password }, uma.jwt),
      },
      'the token of an invitation': {
        text: invitation.token,
        home: ['resetPassword.token'],
        accept: () => api.resetPassword(url, { token: invitation.token, password: newPassword }),
      },
      'the token that proves a new address': { text: change.token, home: ['confirmEmailChange.token'] },
      'the code that proves a new address': {
        text: change.code,
        home: ['confirmEmailChange.code'],
        accept: () => api.confirmEmailChange(url, { email: `new.${dan.email}`, code: change.code }),
      },
      'the code that confirms a phone number': {
        text: telCode,
        home: ['confirmTel.code'],
        accept: () => api.confirmTel(url, { code: telCode }, tess.jwt),
      },
      'the token of the old address': {
        text: approval.token,
        home: ['confirmEmailChange.token'],
        accept: () => api.confirmEmailChange(url, { token: approval.token }),
      },
      'the token that restores an address': {
        text: undo.token,
        home: ['undoEmailChange.token'],
        accept: () => api.undoEmailChange(url, { token: undo.token }),
      },
      'the token that restores an account': {
        text: deletion.token,
        home: ['cancelDeletion.token'],
        accept: () => api.cancelDeletion(url, { token: deletion.token }),
      },
      'the token of an invitation to an organization': {
        text: ofOrganization.token,
        home: ['registerByInvitation.token'],
        accept: () => api.registerByInvitation(url, { token: ofOrganization.token, password, ...names }),
      },
      'the challenge of a login with a passkey': {
        text: passkeyLogin.challenge,
        home: [],
        accept: () => api.loginWithPasskey(url, { passkey: pat.passkey.get(passkeyLogin) }),
      },
      'the challenge of a step-up with a passkey': {
        text: passkeyStepUp.challenge,
        home: [],
        accept: () => api.stepUp(url, { passkey: pat.passkey.get(passkeyStepUp) }, pat.jwt),
      },
      'the secret of an OAuth client': { text: oauthClient.secret, home: [] },
      'the secret of an authenticator app': { text: String(waiting.secret), home: [] },
    };
    const form = async (path: string, token: string) => {
      const { id, secret } = oauthClient;
      const headers = { Authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}` };
      return fetch(url + path, { method: 'POST', headers, body: new URLSearchParams({ token }) });
    };
    /** OAuth has one error for both. */
    const rejectedAs = async (sent: Promise<OAuthReply>, code: ErrorCode) => {
      const { success } = asAnswer(await sent);
      return { success, code: success ? null : code };
    };
    places = {
      'issueTokens.code': (code) => rejectedAs(redeem(url, app, code, createPkce()), 'INVALID_TOKEN'),
      'issueTokens.refreshToken': (token) => rejectedAs(refreshTokens(url, app, token), 'UNAUTHENTICATED'),
      'login.code': (code) => api.login(url, { email: ada.email, password, code }),
      // With a right code, so that the challenge is the only fault.
      'completeLogin.token': (token) => api.completeLogin(url, { token, code: beasCode }),
      'completeLogin.code': async (code) => api.completeLogin(url, { token: await challengeOf(ada), code }),
      'enrollTotp.token': (token) => api.enrollTotp(url, { token }, null),
      'confirmTotp.code': (code) => api.confirmTotp(url, { code }, cy.jwt),
      'stepUp.code': (code) => api.stepUp(url, { code }, ada.jwt),
      // Together with the link, which is right.
      'completeEmailLogin.token': (token) => api.completeEmailLogin(url, { token, link: mailed.token }),
      'completeEmailLogin.link': (link) => api.completeEmailLogin(url, { token: emailLogin, link }),
      'completeEmailLogin.code': (code) => api.completeEmailLogin(url, { token: another, code }),
      'stepUp.emailToken': (emailToken) => api.stepUp(url, { emailToken, emailCode: mailed.code }, zoe.jwt),
      'stepUp.emailCode': (emailCode) => api.stepUp(url, { emailToken: waitingRequest, emailCode }, zoe.jwt),
      'completeProviderLogin.code': (code) =>
        api.completeProviderLogin(url, { code, codeVerifier: atProvider.codeVerifier }),
      'linkIdentity.code': (code) =>
        api.linkIdentity(url, { code, codeVerifier: atProvider.codeVerifier, currentPassword: password }, uma.jwt),
      'linkIdentity.token': (token) => api.linkIdentity(url, { token, currentPassword: password }, uma.jwt),
      'requestEmailLogin.linkToken': (linkToken) => api.requestEmailLogin(url, { email: uma.email, linkToken }),
      'refresh.refreshToken': (refreshToken) => api.refresh(url, { refreshToken }),
      'logout.refreshToken': (refreshToken) => api.logout(url, { refreshToken, sessions: 'all' }, null),
      'confirmEmail.token': (token) => api.confirmEmail(url, { token }),
      'confirmEmail.code': (code) => api.confirmEmail(url, { email: ada.email, code }),
      'resetPassword.token': (token) => api.resetPassword(url, { token, password: newPassword }),
      'resetPassword.code': (code) => api.resetPassword(url, { email: ada.email, code, password: newPassword }),
      // Of a user who waits for no code: wrong ones would use up the tries.
      'confirmTel.code': (code) => api.confirmTel(url, { code }, cy.jwt),
      'confirmEmailChange.token': (token) => api.confirmEmailChange(url, { token }),
      'confirmEmailChange.code': (code) => api.confirmEmailChange(url, { email: `new.${dan.email}`, code }),
      'undoEmailChange.token': (token) => api.undoEmailChange(url, { token }),
      'cancelDeletion.token': (token) => api.cancelDeletion(url, { token }),
      'acceptInvitation.token': (token) => api.acceptInvitation(url, { token }, uma.jwt),
      'registerByInvitation.token': (token) => api.registerByInvitation(url, { token, password, ...names }),
      'introspectToken.token': async (token) => {
        const { active } = (await (await form('/oauth/introspect', token)).json()) as { active: boolean };
        return { success: active, code: active ? null : 'INVALID_TOKEN' };
      },
      // A revocation answers 200 to every text. Afterwards, the tokens are still accepted where they belong.
      'revokeToken.token': async (token) => {
        await form('/oauth/revoke', token);
        return { success: false, code: 'INVALID_TOKEN' };
      },
    };
  });

  test('the tables have every field that takes a token or a code', () => {
    const withToken = routes.filter(({ openapi }) => openapi().credentials?.includes('accessToken'));
    expect(operationsOfUsers.map(({ name }) => name).sort()).toEqual(
      [...new Set(withToken.map(({ operation }) => operation.name))].sort(),
    );
    expect(Object.keys(places).sort()).toEqual(
      fieldsNamed('token', 'code', 'link', 'link_token', 'refresh_token', 'email_token', 'email_code'),
    );
    expect(Object.keys(passkeyPlaces).sort()).toEqual(fieldsNamed('passkey'));
  });

  test('each kind is only accepted where it belongs, and no wrong use has used it up', async () => {
    const { url } = gatehouse;
    for (const [k, [kind, { text }]] of Object.entries(kinds).entries()) {
      for (const [n, operation] of operationsOfUsers.entries()) {
        if (kind === 'an access token' || !isMine(k + n)) continue;
        const { name } = operation;
        const { code } = await api.call(url, name, exampleInputOf(operation), text);
        expect([kind, name, code]).toEqual([kind, name, 'UNAUTHENTICATED']);
      }
    }
    const me = await api.me(url, kinds['an access token']?.text ?? null);
    expect(me.success).toBe(true);
    for (const [k, [kind, { text, home }]] of Object.entries(kinds).entries()) {
      for (const [n, [place, send]] of Object.entries(places).entries()) {
        if (home.includes(place) || !isMine(k + n)) continue;
        const { success, code } = await send(text);
        expect([kind, place, success]).toEqual([kind, place, false]);
        const rejected = place.endsWith('.refreshToken') ? 'UNAUTHENTICATED' : 'INVALID_TOKEN';
        // A text without the form of a code is a field that breaks its rule.
        const isOfRule = /code$/i.test(place) && code === 'VALIDATION_FAILED';
        const isUsedUp = kind === 'the challenge of a login' && place === 'enrollTotp.token' && code === 'CONFLICT';
        if (!isOfRule && !isUsedUp) expect([kind, place, code]).toEqual([kind, place, rejected]);
      }
    }
    for (const [kind, { accept }] of Object.entries(kinds)) {
      if (!accept) continue;
      const { success, code } = await accept();
      expect([kind, success, code]).toEqual([kind, true, null]);
    }
  });

  test('the response of an authenticator is only accepted for what its challenge is for', async () => {
    const { url } = gatehouse;
    const passkey = new SoftwarePasskey();
    const quinn = await signIn(api, gatehouse);
    const options = async (what: Promise<Answer>) => {
      const { options, stepUpOptions } = await what;
      return (options ?? stepUpOptions?.passkeyOptions) as { challenge: string };
    };
    const adding = await options(api.addPasskeyOptions(url, { currentPassword: password }, quinn.jwt));
    const stepUp = await options(api.stepUpOptions(url, pat.jwt));
    const login = await options(api.passkeyLoginOptions(url));
    const responses: { response: object; home: readonly string[] }[] = [
      { response: pat.passkey.get(login), home: ['loginWithPasskey.passkey'] },
      // Both prove the second factor of the same user.
      { response: pat.passkey.get(stepUp), home: ['stepUp.passkey', 'completeLogin.passkey'] },
      { response: passkey.create(adding), home: ['addPasskey.passkey'] },
      { response: passkey.get(adding), home: [] },
      { response: passkey.create(login), home: [] },
      { response: passkey.create(stepUp), home: [] },
    ];
    const place = (name: string) =>
      passkeyPlaces[name]?.(api, { pat, quinn }) ?? (() => Promise.reject(new Error(name)));
    for (const { response, home } of responses) {
      for (const name of Object.keys(passkeyPlaces)) {
        if (home.includes(name)) continue;
        const { success, code } = await place(name)(response);
        expect([name, success]).toEqual([name, false]);
        // A login needs fields that the response for a new passkey does not have, and the other way round.
        expect(['INVALID_TOKEN', 'VALIDATION_FAILED']).toContain(code);
      }
    }
    for (const { response, home } of responses.filter((one) => one.home.length > 0)) {
      const accepted = await place(home[0] ?? '')(response);
      expect([home[0], accepted.success]).toEqual([home[0], true]);
    }
  });
});

/** The input fields of the REST API with these names, as the GraphQL API names them. */
function fieldsNamed(...wanted: string[]): string[] {
  type Body = { operationId: string; requestBody?: { content: Record<string, { schema: { $ref: string } }> } };
  const schemas = document.components.schemas as Record<string, { properties: object }>;
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path) as unknown as Body[]);
  return operations
    .flatMap(({ operationId, requestBody }) => {
      const [content] = Object.values(requestBody?.content ?? {});
      const schema = schemas[content?.schema.$ref.split('/').at(-1) ?? ''];
      const fields = Object.keys(schema?.properties ?? {}).filter((field) => wanted.includes(field));
      return fields.map((field) => `${operationId}.${toCamelCase(field)}`);
    })
    .sort();
}
