import createClient, { type Middleware } from 'openapi-fetch';
import { Secret, TOTP } from 'otpauth';
import { userPurposes } from '../../src/accounts/users/users.purposes';
import { openapiPathOf } from '../../src/platform/rest/openapi.document';
import type { RestRoute } from '../../src/platform/rest/rest-route';
import { appToken } from '../support/apps';
import { exampleInputOf } from '../support/declared-operations';
import { toSnakeCase } from '../support/field-names';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { basicOf, createClient as createOAuthClient } from '../support/oauth';
import type { components, operations, paths } from '../support/openapi-types';
import { ada, type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import { appUrl, challengeOf, comeBack, type StartedLogin, settingsOf } from '../support/providers/provider-logins';
import { document, routes } from '../support/rest-document';
import { SoftwarePasskey } from '../support/software-passkey';
import { until } from '../support/until';
import { unproveAddress } from '../support/verified-address';

/**
 * A client that is generated from the OpenAPI document (`openapi-types.ts`) calls every operation of the server: those in the
 * life of a user as an application does, and all others with the examples of the document. Where TypeScript must reject a
 * request, the line before says so: `npm run check:types` fails if it compiles.
 */

let gatehouse: Gatehouse;
let client: ReturnType<typeof createClient<paths>>;
let tokens: { jwt: string; refresh_token?: string };
let credentials: { client_id: string; client_secret: string };
let request: string;
let provider: HostileProvider;
let atProvider: StartedLogin;
let bearerOfPerson: ReturnType<typeof bearer>;
let bearerOfApp: ReturnType<typeof bearer>;
let identityId: string;
let application: TOTP;
const passkey = new SoftwarePasskey();
let passkeyOptions: object;
let passkeyId: string;

beforeAll(async () => {
  // The codes of three steps stay valid, however long the calls take.
  stopClock();
  provider = await startHostileProvider();
  gatehouse = await startGatehouse({
    ...settingsOf(provider),
    EMAIL_LOGIN: 'on',
    API_KEYS: 'on',
    ORGANIZATIONS: 'users',
  });
  client = createClient<paths>({ baseUrl: gatehouse.url });
  const { id, secret } = await createOAuthClient(gatehouse);
  credentials = { client_id: id, client_secret: secret };
});
afterAll(async () => {
  await gatehouse.stop();
  await provider.close();
});

const account = { email: 'ada@example.com', password: 'correct horse battery' };
const newUser: components['schemas']['RegisterInput'] = { ...account, first_name: 'Ada', last_name: 'Lovelace' };
const asForm = {
  headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  // Outside of Jest, the client needs only the header: it tests `headers.get instanceof Function`.
  bodySerializer: (form: object = {}) => new URLSearchParams(Object.entries(form)).toString(),
};
const bearer = () => ({ headers: { Authorization: `Bearer ${tokens.jwt}` } });

async function login(scope?: string) {
  const { data } = await client.POST('/auth/login', { body: { ...account, ...(scope && { scope }) } });
  return answered(data).result;
}

/** Returns the answer of a call that must succeed, because later calls need it. */
function answered<T>(data: T | undefined): T {
  if (data === undefined) throw new Error('the call failed');
  return data;
}

/** Returns the token of the newest mail. */
async function mailedToken(): Promise<string> {
  return (
    String((await gatehouse.allMails()).at(-1)?.links[0])
      .split('/')
      .at(-1) ?? ''
  );
}

/** In this order, which is the life of a user. */
const calls = {
  async healthz() {
    const { data } = await client.GET('/healthz');
    expect(data?.success).toBe(true);
  },
  async readyz() {
    await until(async () => gatehouse.services.revocations.isLive);
    const { data } = await client.GET('/readyz');
    expect(data?.result.revocation_feed).toBe('live');
  },
  async openapi() {
    const { data } = await client.GET('/openapi.json');
    expect(data?.openapi).toBe('3.1.0');
  },
  async home() {
    const { data } = await client.GET('/');
    // A client that prefers HTML gets a page, so the type of the answer is also a text.
    expect(typeof data === 'object' && data.result.name).toBe('Gatehouse');
  },
  async keySet() {
    const { data } = await client.GET('/.well-known/jwks.json');
    expect(data?.keys[0]?.crv).toBe('P-256');
  },
  async oauthAuthorizationServer() {
    const { data } = await client.GET('/.well-known/oauth-authorization-server');
    expect(data?.issuer).toBe('https://id.example.com');
  },
  async openidConfiguration() {
    const { data } = await client.GET('/.well-known/openid-configuration');
    expect(data?.subject_types_supported).toEqual(['public']);
  },
  async register() {
    const { data } = await client.POST('/auth/register', { body: newUser });
    expect(data?.result.first_name).toBe('Ada');
    const again = await client.POST('/auth/register', { body: newUser });
    expect(again.error?.code).toBe('EMAIL_TAKEN');
  },
  async login() {
    tokens = await login('offline_access');
    expect(tokens).toMatchObject({ jwt: expect.any(String), refresh_token: expect.any(String) });
  },
  async sendEmailVerification() {
    const { data } = await client.POST('/auth/email/verification', { body: { email: account.email } });
    expect(data?.success).toBe(true);
  },
  async confirmEmail() {
    const { data } = await client.POST('/auth/email/verification/confirm', {
      ...bearer(),
      body: { token: await mailedToken() },
    });
    expect(data?.result.email_verified).toBe(true);
  },
  async enrollTotp() {
    const { data } = await client.POST('/auth/totp', { ...bearer(), body: { current_password: account.password } });
    application = new TOTP({ secret: Secret.fromBase32(answered(data).result.secret) });
  },
  async confirmTotp() {
    const body = { code: application.generate({ timestamp: Date.now() - 30_000 }) };
    const { data } = await client.POST('/auth/totp/confirm', { ...bearer(), body });
    expect(data?.result.recovery_codes).toHaveLength(10);
  },
  async completeLogin() {
    const { error } = await client.POST('/auth/login', { body: { ...account, scope: 'offline_access' } });
    expect(error?.mfa?.factors).toEqual(['totp', 'recovery_code']);
    const body = { token: error?.mfa?.token ?? '', code: application.generate() };
    const { data } = await client.POST('/auth/login/complete', { body });
    tokens = answered(data).result;
  },
  async stepUpOptions() {
    const { data } = await client.POST('/auth/step-up/options', bearer());
    const factors = ['totp', 'recovery_code'];
    expect(data?.result).toEqual({ password: false, email: false, factors, passkey_options: null });
  },
  async stepUp() {
    const body = { code: application.generate({ timestamp: Date.now() + 30_000 }) };
    const { data } = await client.POST('/auth/step-up', { ...bearer(), body });
    tokens.jwt = answered(data).result.jwt;
  },
  async factors() {
    const { data } = await client.GET('/auth/factors', bearer());
    expect(data?.result).toMatchObject({ two_step: true, totp: true, recovery_codes: 10 });
  },
  async addPasskeyOptions() {
    const { data } = await client.POST('/auth/passkeys/options', { ...bearer(), body: {} });
    passkeyOptions = data?.result.options ?? {};
    expect(passkeyOptions).toMatchObject({ rp: { id: 'id.example.com' } });
  },
  async addPasskey() {
    const body = { passkey: passkey.create(passkeyOptions), name: 'My phone' };
    const { data } = await client.POST('/auth/passkeys', { ...bearer(), body });
    expect(data?.result).toMatchObject({ passkey: { name: 'My phone', last_used_ts: null }, recovery_codes: [] });
    passkeyId = data?.result.passkey.id ?? '';
  },
  async renamePasskey() {
    const params = { path: { id: passkeyId } };
    const { data } = await client.PATCH('/auth/passkeys/{id}', {
      ...bearer(),
      params,
      body: { name: 'Old phone' },
    });
    expect(data?.result.name).toBe('Old phone');
  },
  async passkeyLoginOptions() {
    const { data } = await client.POST('/auth/passkeys/login/options');
    passkeyOptions = data?.result.options ?? {};
    expect(data?.result.expires_in).toBe(600);
  },
  async loginWithPasskey() {
    const body = { passkey: passkey.get(passkeyOptions), scope: 'offline_access' };
    const { data } = await client.POST('/auth/passkeys/login', { body });
    expect(data?.result.user.email).toBe(account.email);
    tokens = answered(data).result;
  },
  async removePasskey() {
    const { data } = await client.DELETE('/auth/passkeys/{id}', { ...bearer(), params: { path: { id: passkeyId } } });
    expect(data?.success).toBe(true);
  },
  async regenerateRecoveryCodes() {
    const { data } = await client.POST('/auth/recovery-codes', bearer());
    expect(data?.result.recovery_codes).toHaveLength(10);
  },
  async setTwoStep() {
    const { data } = await client.PUT('/auth/two-step', { ...bearer(), body: { enabled: true } });
    expect(data?.result.recovery_codes).toEqual([]);
  },
  async removeTotp() {
    const { data } = await client.DELETE('/auth/totp', bearer());
    expect(data?.success).toBe(true);
  },
  async refresh() {
    const { refresh_token = null } = tokens;
    const { data } = await client.POST('/auth/refresh', { body: { refresh_token } });
    expect(data?.result.expires_in).toBe(3600);
    tokens = answered(data).result;
  },
  async me() {
    const { data } = await client.GET('/auth/me', bearer());
    expect(data?.result.email).toBe(account.email);
  },
  async introspectToken() {
    const body = { token: tokens.jwt, ...credentials };
    const { data } = await client.POST('/oauth/introspect', { ...asForm, body });
    expect(data).toMatchObject({ active: true, token_type: 'Bearer' });
    const wrong = await client.POST('/oauth/introspect', { ...asForm, body: { ...body, client_secret: 'wrong' } });
    expect(wrong.error?.error).toBe('invalid_client');
  },
  async issueTokens() {
    const body = { grant_type: 'client_credentials', ...credentials };
    const { data } = await client.POST('/oauth/token', { ...asForm, body });
    expect(data).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
    const wrong = await client.POST('/oauth/token', { ...asForm, body: { ...body, grant_type: 'password' } });
    expect(wrong.error?.error).toBe('unsupported_grant_type');
  },
  async revokeToken() {
    const { jwt } = await login();
    const body = { token: jwt, ...credentials };
    const { response } = await client.POST('/oauth/revoke', { ...asForm, body });
    expect(response.status).toBe(200);
    const { data } = await client.POST('/oauth/introspect', { ...asForm, body });
    expect(data?.active).toBe(false);
  },
  async revocations() {
    const headers = basicOf({ id: credentials.client_id, secret: credentials.client_secret });
    const { data } = await client.GET('/auth/revocations', { headers });
    expect(data?.result.sessions).toEqual(expect.any(Array));
    const params = { query: { after: 'x' } };
    expect((await client.GET('/auth/revocations', { headers, params })).error?.code).toBe('CURSOR_EXPIRED');
  },
  async sessions() {
    // The newest session is first.
    jest.advanceTimersByTime(1000);
    await login();
    const { data } = await client.GET('/auth/sessions', { ...bearer(), params: { query: { first: 1 } } });
    expect(data?.result.sessions[0]?.current).toBe(false);
    expect(data?.result.next).toEqual(expect.any(String));
  },
  async revokeSession() {
    const { data } = await client.GET('/auth/sessions', bearer());
    const id = data?.result.sessions.find(({ current }) => !current)?.id ?? '';
    const ended = await client.DELETE('/auth/sessions/{id}', { ...bearer(), params: { path: { id } } });
    expect(ended.data?.success).toBe(true);
  },
  async updateProfile() {
    const { data } = await client.PATCH('/auth/me', { ...bearer(), body: { last_name: 'King', locale: 'de' } });
    expect(data?.result.last_name).toBe('King');
  },
  async changePassword() {
    const { password } = account;
    account.password = 'a much longer horse';
    const body = { current_password: password, password: account.password };
    const { data } = await client.POST('/auth/password', { ...bearer(), body });
    expect(data?.success).toBe(true);
  },
  async requestEmailLogin() {
    const { data } = await client.POST('/auth/login/email', { body: { email: account.email } });
    request = answered(data).result.token;
  },
  async completeEmailLogin() {
    const body = { token: request, link: await mailedToken() };
    const { data } = await client.POST('/auth/login/email/complete', { body });
    expect(data?.result.user.email).toBe(account.email);
  },
  async loginProviders() {
    const { data } = await client.GET('/auth/providers');
    expect(data?.result.providers.map(({ id }) => id)).toEqual(['acme']);
  },
  async startProviderLogin() {
    const codeVerifier = 'v'.repeat(43);
    const body = { return_to: appUrl, code_challenge: challengeOf(codeVerifier) };
    const { data } = await client.POST('/auth/providers/{provider}/start', {
      params: { path: { provider: 'acme' } },
      body,
    });
    atProvider = { codeVerifier, goTo: answered(data).result.url };
  },
  async completeProviderLogin() {
    provider.claims = { ...ada, email: 'alan@example.com' };
    const { code, codeVerifier: code_verifier } = await comeBack(atProvider, gatehouse.url);
    const { data } = await client.POST('/auth/providers/complete', { body: { code, code_verifier } });
    expect(data?.result.user.email).toBe('alan@example.com');
  },
  async loginWithIdToken() {
    const { data } = await client.POST('/auth/providers/{provider}/id-token', {
      params: { path: { provider: 'acme' } },
      body: { id_token: await provider.idToken({ nonce: 'n' }), nonce: 'n' },
    });
    bearerOfPerson = { headers: { Authorization: `Bearer ${answered(data).result.jwt}` } };
  },
  async requestStepUpCode() {
    // The person has neither a password nor a second factor.
    const { data } = await client.POST('/auth/step-up/code', bearerOfPerson);
    expect(answered(data).result).toEqual({ token: expect.any(String), expires_in: 600 });
  },
  async linkIdentity() {
    const id_token = await provider.idToken({ nonce: 'n', sub: 'another' });
    const body = { provider: 'acme', id_token, nonce: 'n' };
    const { data } = await client.POST('/auth/identities', { ...bearerOfPerson, body });
    identityId = answered(data).result.id;
  },
  async identities() {
    const { data } = await client.GET('/auth/identities', bearerOfPerson);
    expect(data?.result.identities.map(({ id }) => id)).toContain(identityId);
  },
  async unlinkIdentity() {
    const { data } = await client.DELETE('/auth/identities/{id}', {
      ...bearerOfPerson,
      params: { path: { id: identityId } },
    });
    expect(data?.success).toBe(true);
  },
  async exportMyData() {
    const { data } = await client.GET('/auth/export', bearerOfPerson);
    expect(data?.result).toMatchObject({ users: [{ id: expect.any(String) }], incomplete: [] });
  },
  async connectedApps() {
    const { data: me } = await client.GET('/auth/me', bearerOfPerson);
    await gatehouse.sql(`INSERT INTO oauth_consents (user_id, client_id, scopes, granted_ts)
      VALUES ('${answered(me).result.id}', '${credentials.client_id}', '{openid}', now())`);
    const { data } = await client.GET('/auth/apps', bearerOfPerson);
    expect(data?.result.apps).toMatchObject([{ id: credentials.client_id, scopes: ['openid'], last_used_ts: null }]);
  },
  async userinfo() {
    const { data: me } = await client.GET('/auth/me', bearerOfPerson);
    const { token } = await appToken(gatehouse, { userId: answered(me).result.id, clientId: credentials.client_id });
    bearerOfApp = { headers: { Authorization: `Bearer ${token}` } };
    const { data } = await client.GET('/oauth/userinfo', bearerOfApp);
    expect(data?.sub).toBe(me?.result.id);
    const { error } = await client.GET('/oauth/userinfo', bearerOfPerson);
    expect(error?.error).toBe('insufficient_scope');
  },
  async userinfoByForm() {
    const body = { access_token: bearerOfApp.headers.Authorization.slice('Bearer '.length) };
    const { data } = await client.POST('/oauth/userinfo', { body, ...asForm });
    expect(data?.name).toBeUndefined();
  },
  async disconnectApp() {
    const { data } = await client.DELETE('/auth/apps/{client_id}', {
      ...bearerOfPerson,
      params: { path: { client_id: credentials.client_id } },
    });
    expect(data?.success).toBe(true);
  },
  async requestPasswordReset() {
    const { data } = await client.POST('/auth/password/forgot', { body: { email: account.email } });
    expect(data?.success).toBe(true);
  },
  async resetPassword() {
    const body = { token: await mailedToken(), password: account.password };
    const { data } = await client.POST('/auth/password/reset', { body });
    // With the session of the sign-in by mail.
    expect(data?.result.ended).toBe(2);
    tokens = await login();
    // So that the new address alone must agree to the change below.
    await unproveAddress(gatehouse, account.email);
  },
  async changeEmail() {
    const body = { email: 'ada@example.org', current_password: account.password };
    const { data } = await client.POST('/auth/email', { ...bearer(), body });
    expect(data?.success).toBe(true);
  },
  async emailChange() {
    const { data } = await client.GET('/auth/email', bearer());
    expect(data?.result.email_change).toMatchObject({ email: 'ada@example.org', confirmed: false });
  },
  async cancelEmailChange(): Promise<void> {
    const { data } = await client.DELETE('/auth/email', bearer());
    expect(data?.success).toBe(true);
    // For the confirmation below.
    await calls.changeEmail();
  },
  async confirmEmailChange() {
    const { data } = await client.POST('/auth/email/confirm', { body: { token: await mailedToken() } });
    expect(data?.success).toBe(true);
  },
  async undoEmailChange() {
    // Only a change that an old second factor has confirmed gets this link.
    const { oneTimeTokens } = gatehouse.services;
    const [user] = await gatehouse.sql(`SELECT id FROM users WHERE email = 'ada@example.org'`);
    const details = { email: account.email };
    const request = { userId: String(user?.id), address: account.email, details };
    const link = await gatehouse.stores.transaction(null, (tx) =>
      oneTimeTokens.issue(tx, { purpose: userPurposes.undo_email_change, ...request }),
    );
    const body = { token: oneTimeTokens.tokenOf(link) };
    const { data } = await client.POST('/auth/email/undo', { body });
    expect(data?.success).toBe(true);
    const reset = { token: await mailedToken(), password: account.password };
    await client.POST('/auth/password/reset', { body: reset });
    tokens = await login();
  },
  async deleteAccount() {
    const { data } = await client.DELETE('/auth/me', { ...bearer(), body: { current_password: account.password } });
    expect(data?.result.erasure_ts).toEqual(expect.any(String));
  },
  async cancelDeletion() {
    const { data } = await client.POST('/auth/me/restore', { body: { token: await mailedToken() } });
    expect(data?.success).toBe(true);
    tokens = await login();
  },
  async logout() {
    const { data } = await client.POST('/auth/logout', { ...bearer(), body: { sessions: 'all' } });
    expect(data?.result.ended).toBe(1);
    const without = await client.POST('/auth/logout', bearer());
    expect(without.error?.code).toBe('UNAUTHENTICATED');
  },
} satisfies Partial<Record<keyof operations, () => Promise<void>>>;

/** What a client gets whose request has not the form that the document describes. */
const misunderstood = ['VALIDATION_FAILED', 'UNSUPPORTED_MEDIA_TYPE', 'METHOD_NOT_ALLOWED', 'MALFORMED_REQUEST'];

interface Answered {
  response: Response;
  error?: { code?: string };
}

/** Calls an operation with the examples of its fields. One that only reads, and looks for nothing, succeeds. */
async function callWithExamples({ path, method, operation, openapi }: RestRoute): Promise<void> {
  const example = Object.entries(exampleInputOf(operation)).map(([name, value]) => [toSnakeCase(name), value] as const);
  const inPath = example.filter(([name]) => path.includes(`:${name}`));
  const others = Object.fromEntries(example.filter(([name]) => !path.includes(`:${name}`)));
  const { body } = openapi();
  const { headers } =
    operation.caller === 'client'
      ? { headers: basicOf({ id: credentials.client_id, secret: credentials.client_secret }) }
      : bearer();
  const form = body?.mediaType === asForm.headers['Content-Type'] ? asForm : { headers: {} };
  const sent = {
    ...{ ...form, headers: { ...headers, ...form.headers } },
    params: { path: Object.fromEntries(inPath), query: body ? {} : others },
    ...(body && { body: others }),
  };
  const read = method === 'all' ? 'get' : method;
  // The compiler knows each path with its own request.
  const request = client.request as unknown as (method: string, path: string, sent: object) => Promise<Answered>;
  const { response, error } = await request(read, openapiPathOf({ path }), sent);
  expect([path, misunderstood.includes(String(error?.code))]).toEqual([path, false]);
  if (read === 'get' && inPath.length === 0) expect([path, response.status]).toEqual([path, 200]);
}

test('a user, from registration to logout, calls each operation of the document', async () => {
  const called = new Set<string>();
  const recorder: Middleware = {
    onRequest: ({ schemaPath, request }) => void called.add(`${request.method.toLowerCase()} ${schemaPath}`),
  };
  client.use(recorder);
  // The last one, after which the session is over.
  const { logout, ...life } = calls;
  for (const call of Object.values(life)) await call();
  const others = routes.filter(({ path, operation, openapi }) => {
    const isInLife = (openapi().operationId ?? operation.name) in calls;
    return !isInLife && !path.endsWith('*');
  });
  for (const route of others) await callWithExamples(route);
  await logout();
  client.eject(recorder);
  const declared = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect([...called].sort()).toEqual(declared.sort());
});

describe('TypeScript and the server reject', () => {
  test('a missing body', async () => {
    // @ts-expect-error the body is required
    const login = await client.POST('/auth/login');
    expect(login.error?.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    // @ts-expect-error the body is required
    const register = await client.POST('/auth/register', {});
    expect(register.error?.code).toBe('UNSUPPORTED_MEDIA_TYPE');
    // @ts-expect-error the body is required
    const refresh = await client.POST('/auth/refresh', { headers: {} });
    expect(refresh.error?.code).toBe('UNSUPPORTED_MEDIA_TYPE');
  });

  test('a missing field', async () => {
    // @ts-expect-error the password is required
    const { error } = await client.POST('/auth/login', { body: { email: account.email } });
    expect(error?.errors).toEqual([{ field: 'password', msg: 'is required' }]);
  });

  test('a missing parameter of a form', async () => {
    // @ts-expect-error the token is required
    const { error } = await client.POST('/oauth/introspect', { ...asForm, body: { ...credentials } });
    expect(error?.error_description).toBe('token is required.');
  });

  test('a misspelt field', async () => {
    const misspelt: components['schemas']['RegisterInput'] = {
      ...account,
      // @ts-expect-error the name is first_name
      firstName: 'Ada',
      last_name: 'Lovelace',
    };
    const { error } = await client.POST('/auth/register', { body: misspelt });
    expect(error?.errors).toEqual([{ field: 'first_name', msg: 'is required' }]);
  });

  test('a wrong type', async () => {
    // @ts-expect-error a number is not a password
    const { error } = await client.POST('/auth/login', { body: { ...account, password: 123456789 } });
    expect(error?.errors).toEqual([{ field: 'password', msg: 'must be a string' }]);
  });

  test('a value that is not in the list', async () => {
    // @ts-expect-error it is body or cookie
    const { error } = await client.POST('/auth/login', { body: { ...account, refresh_token_in: 'header' } });
    expect(error?.errors).toEqual([{ field: 'refresh_token_in', msg: 'must be "body" or "cookie"' }]);
  });
});

test('TypeScript rejects a misspelt field that is optional, which the server ignores', async () => {
  const own = { email: 'grace@example.com', password: 'correct horse battery' };
  await client.POST('/auth/register', { body: { ...own, first_name: 'Grace', last_name: 'Hopper' } });
  const misspelt: components['schemas']['LoginInput'] = {
    ...own,
    // @ts-expect-error the name is refresh_token_in
    refreshTokenIn: 'cookie',
  };
  const { response } = await client.POST('/auth/login', { body: misspelt });
  expect(response.status).toBe(200);
  expect(response.headers.has('set-cookie')).toBe(false);
});
