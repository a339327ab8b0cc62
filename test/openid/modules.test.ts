import { randomBytes } from 'node:crypto';
import { createLocalJWKSet, exportJWK, generateKeyPair, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { stopClock } from '../support/limits';
import { answerOf } from '../support/oauth';
import { type ClientRow, insertClient, s256 } from '../support/openid';
import { PageClient } from '../support/page-client';
import { Application, type Arrival, followed, openFrom, signInOn, type Tokens } from '../support/relying-party';
import { verifyAddress } from '../support/verified-address';

/**
 * The modules of the test plans of the OpenID Foundation (openid/conformance-suite), by their names. The suite is a program
 * in Java with a browser, which cannot run here. Each test checks what the module of its name checks.
 */

const redirectUri = 'https://app.example.com/callback';
const loggedOut = 'https://app.example.com/logged-out';

let gatehouse: Gatehouse;
let discovery: Record<string, unknown>;
let first: Application;
let second: Application;

const row = (changes: Partial<ClientRow> & { id: string; secret: string }): ClientRow => ({
  redirectUris: [redirectUri],
  postLogoutRedirectUris: [loggedOut],
  scopes: ['openid', 'profile', 'email', 'phone', 'roles', 'offline_access'],
  firstParty: true,
  // The plan sends a challenge in one module only.
  pkceRequired: false,
  ...changes,
});

beforeAll(async () => {
  gatehouse = await startGatehouse();
  const clients = [
    row({ id: '01a20e51-04c4-7d0a-9d3b-000000000001', secret: randomBytes(32).toString('base64url') }),
    row({ id: '01a20e51-04c4-7d0a-9d3b-000000000002', secret: randomBytes(32).toString('base64url') }),
  ] as const;
  for (const client of clients) await insertClient(gatehouse, client);
  [first, second] = [new Application(gatehouse, clients[0]), new Application(gatehouse, clients[1])];
  discovery = (await answerOf(await fetch(`${gatehouse.url}/.well-known/openid-configuration`))).body;
});
afterAll(() => gatehouse.stop());

/** A person with a browser of their own, who is not signed in. */
class Person {
  browser: PageClient;

  private constructor(readonly credentials: { email: string; password: string }) {
    this.browser = new PageClient(gatehouse);
  }

  static async create(): Promise<Person> {
    const credentials = await new PageClient(gatehouse).register({ tel: '+49 170 1234567' });
    await verifyAddress(gatehouse, credentials.email);
    return new Person(credentials);
  }
}

interface Asked {
  application?: Application;
  /** Parameters of the request, instead of the usual ones. */
  changes?: Record<string, string | undefined>;
  method?: 'GET' | 'POST';
  /** Whether the person must sign in on the page, or must not. */
  signsIn: boolean;
}

interface Authorization {
  application: Application;
  sent: Record<string, string>;
  /** What the client gets. */
  answer: URLSearchParams;
}

/** Opens the authorization endpoint, signs the person in if a page asks for it, and returns what the client gets. */
async function authorize(person: Person, asked: Asked): Promise<Authorization> {
  const { application = first, changes, method, signsIn } = asked;
  const sent = application.request(changes);
  let arrival = await application.open(person.browser, sent, method);
  expect(arrival.left === null).toBe(signsIn);
  if (signsIn) {
    expect(arrival.path).toMatch(/^\/(?:login|step-up)$/);
    arrival = await signInOn(person.browser, arrival, person.credentials);
  }
  const answer = answerTo(arrival);
  expect(answer.get('state')).toBe(sent.state ?? null);
  return { application, sent, answer };
}

/** The parameters that the client gets, at its redirect URI and nowhere else. */
function answerTo({ left, page, path }: Arrival): URLSearchParams {
  if (!left) throw new Error(`at ${path}, ${page.status}: ${page.text}`);
  expect(left.origin + left.pathname).toBe(redirectUri);
  expect(left.hash).toBe('');
  expect(left.searchParams.get('iss')).toBe(discovery.issuer);
  return left.searchParams;
}

function codeOf({ answer }: Authorization): string {
  expect(answer.get('error')).toBeNull();
  const code = answer.get('code') ?? '';
  // RFC 6749, section 10.10: 128 bits.
  expect(Buffer.from(code, 'base64url').length).toBeGreaterThanOrEqual(16);
  return code;
}

async function keys() {
  const { body } = await answerOf(await fetch(`${gatehouse.url}/.well-known/jwks.json`));
  return body;
}

/** Checks the ID token as OpenID Connect Core 1.0, section 3.1.3.7, says. */
async function verified(idToken: string | undefined, { application, sent }: Authorization): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(String(idToken), createLocalJWKSet(await keys()), {
    issuer: String(discovery.issuer),
    audience: application.client.id,
    algorithms: ['RS256'],
    requiredClaims: ['sub', 'iat', 'exp'],
  });
  expect(protectedHeader.kid).toEqual(expect.any(String));
  expect(payload.nonce).toBe(sent.nonce);
  expect(payload.azp ?? application.client.id).toBe(application.client.id);
  expect(String(payload.sub).length).toBeLessThanOrEqual(255);
  return payload;
}

function tokensOf({ status, headers, body }: Awaited<ReturnType<Application['redeem']>>): Tokens {
  expect([status, body]).toEqual([200, expect.objectContaining({ access_token: expect.any(String) })]);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  expect(headers.get('cache-control')).toBe('no-store');
  expect(body.token_type.toLowerCase()).toBe('bearer');
  expect(Number.isInteger(body.expires_in) && body.expires_in > 0).toBe(true);
  return body;
}

interface SignedIn extends Authorization {
  code: string;
  tokens: Tokens;
  claims: JWTPayload;
}

/** A whole sign-in, as most modules begin or end with. */
async function signIn(person: Person, asked: Asked = { signsIn: true }): Promise<SignedIn> {
  const authorization = await authorize(person, asked);
  const code = codeOf(authorization);
  const tokens = tokensOf(await authorization.application.redeem(code));
  return { ...authorization, code, tokens, claims: await verified(tokens.id_token, authorization) };
}

/** The second sign-in of the person, who is signed in already. */
async function twice(person: Person, changes: (before: SignedIn) => Record<string, string>, atFirst = {}) {
  const before = await signIn(person, { changes: atFirst, signsIn: true });
  const after = await signIn(person, { changes: changes(before), signsIn: false });
  expect(after.claims.sub).toBe(before.claims.sub);
  expect(after.claims.auth_time).toBe(before.claims.auth_time);
  return after;
}

const userinfoUrl = () => `${gatehouse.url}/oauth/userinfo`;
const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

async function userinfo({ tokens }: SignedIn, init: RequestInit = {}): Promise<Record<string, unknown>> {
  const response = await fetch(userinfoUrl(), { headers: bearer(tokens.access_token), ...init });
  const { status, headers, body } = await answerOf(response);
  expect(status).toBe(200);
  expect(headers.get('content-type')).toMatch(/^application\/json/);
  return body;
}

/** The claims that a scope must give. The others of the scope are missing because Gatehouse does not have them. */
const claimsOfScope: Readonly<Record<string, readonly string[]>> = {
  profile: ['name', 'given_name', 'family_name', 'updated_at'],
  email: ['email', 'email_verified'],
  phone: ['phone_number', 'phone_number_verified'],
  address: [],
};

const typesOfClaims: Readonly<Record<string, string>> = { updated_at: 'number', ...verifiedTypes() };
function verifiedTypes() {
  return { email_verified: 'boolean', phone_number_verified: 'boolean' };
}

/** Signs in with these scopes, and checks the claims that the userinfo endpoint has for them. */
async function signInWith(scopes: readonly string[], changes: Record<string, string> = {}): Promise<SignedIn> {
  const scope = ['openid', ...scopes].join(' ');
  const signedIn = await signIn(await Person.create(), { changes: { scope, ...changes }, signsIn: true });
  const claims = await userinfo(signedIn);
  expect(claims.sub).toBe(signedIn.claims.sub);
  const ofScopes = ['profile', 'email', 'phone'].map((one) => (scopes.includes(one) ? claimsOfScope[one] : []));
  // It is the address, so it needs both scopes.
  if (scopes.includes('profile') && scopes.includes('email')) ofScopes.push(['preferred_username']);
  const names = Object.keys(claims).filter((name) => !['sub', 'locale'].includes(name));
  expect(names.sort()).toEqual(ofScopes.flat().sort());
  for (const name of names) expect([name, typeof claims[name]]).toEqual([name, typesOfClaims[name] ?? 'string']);
  return signedIn;
}

/** A request that must not matter: the person signs in as usual. */
const isNoError = (changes: Record<string, string>) => async () => {
  await signIn(await Person.create(), { changes, signsIn: true });
};

/** The errors that say that a page would be needed (OpenID Connect Core 1.0, section 3.1.2.6). */
const needsPage = /^(?:login_required|interaction_required|account_selection_required|consent_required)$/;

async function isSignedOut(person: Person): Promise<void> {
  const { answer } = await authorize(person, { changes: { prompt: 'none' }, signsIn: false });
  expect(answer.get('error')).toMatch(needsPage);
  expect(answer.has('code')).toBe(false);
}

const basicPlan: Readonly<Record<string, () => Promise<void>>> = {
  async 'oidcc-server'() {
    const { tokens, claims } = await signIn(await Person.create());
    expect(claims.at_hash).toBe(await leftHalf(tokens.access_token));
    expect(claims).not.toHaveProperty('name');
  },
  async 'oidcc-response-type-missing'() {
    const person = await Person.create();
    const { answer } = await authorize(person, { changes: { response_type: undefined }, signsIn: false });
    expect(answer.get('error')).toMatch(/^(?:invalid_request|unsupported_response_type)$/);
  },
  async 'oidcc-idtoken-signature'() {
    // `signIn` accepts RS256 with a `kid` only.
    await signIn(await Person.create());
    expect(discovery.id_token_signing_alg_values_supported).toContain('RS256');
  },
  async 'oidcc-idtoken-unsigned'() {
    // The module is skipped for a provider that does not offer it.
    expect(discovery.id_token_signing_alg_values_supported).not.toContain('none');
  },
  async 'oidcc-userinfo-get'() {
    const signedIn = await signIn(await Person.create());
    expect((await userinfo(signedIn)).sub).toBe(signedIn.claims.sub);
  },
  async 'oidcc-userinfo-post-header'() {
    const signedIn = await signIn(await Person.create());
    expect((await userinfo(signedIn, { method: 'POST' })).sub).toBe(signedIn.claims.sub);
  },
  async 'oidcc-userinfo-post-body'() {
    const signedIn = await signIn(await Person.create());
    const body = new URLSearchParams({ access_token: signedIn.tokens.access_token });
    expect((await userinfo(signedIn, { method: 'POST', body, headers: {} })).sub).toBe(signedIn.claims.sub);
  },
  async 'oidcc-ensure-request-without-nonce-succeeds-for-code-flow'() {
    const { claims } = await signIn(await Person.create(), { changes: { nonce: undefined }, signsIn: true });
    expect(claims).not.toHaveProperty('nonce');
  },
  async 'oidcc-scope-profile'() {
    await signInWith(['profile']);
  },
  async 'oidcc-scope-email'() {
    await signInWith(['email']);
  },
  async 'oidcc-scope-address'() {
    await signInWith(['address']);
  },
  async 'oidcc-scope-phone'() {
    await signInWith(['phone']);
  },
  async 'oidcc-scope-all'() {
    await signInWith(['address', 'email', 'phone', 'profile']);
  },
  async 'oidcc-alternate-happy-flow'() {
    const person = await Person.create();
    const sent = first.request({ scope: 'email openid' });
    const reversed = Object.fromEntries(Object.entries(sent).reverse());
    const arrival = await signInOn(person.browser, await first.open(person.browser, reversed), person.credentials);
    const authorization = { application: first, sent, answer: answerTo(arrival) };
    const tokens = tokensOf(await first.redeem(codeOf(authorization)));
    const claims = await verified(tokens.id_token, authorization);
    expect(await userinfo({ ...authorization, code: '', tokens, claims })).toMatchObject({ email: expect.any(String) });
  },
  'oidcc-display-page': isNoError({ display: 'page' }),
  'oidcc-display-popup': isNoError({ display: 'popup' }),
  async 'oidcc-prompt-login'() {
    const person = await Person.create();
    stopClock();
    const before = await signIn(person);
    jest.setSystemTime(Date.now() + 1000);
    const after = await signInAgain(person, { prompt: 'login' });
    expect(Number(after.claims.auth_time)).toBeGreaterThan(Number(before.claims.auth_time));
  },
  async 'oidcc-prompt-none-not-logged-in'() {
    const state = randomBytes(96).toString('base64url');
    const person = await Person.create();
    const { answer } = await authorize(person, { changes: { prompt: 'none', state }, signsIn: false });
    expect(answer.get('error')).toMatch(needsPage);
    expect(answer.has('code')).toBe(false);
  },
  async 'oidcc-prompt-none-logged-in'() {
    await twice(await Person.create(), () => ({ prompt: 'none' }));
  },
  async 'oidcc-max-age-1'() {
    const person = await Person.create();
    stopClock();
    const before = await signIn(person);
    jest.setSystemTime(Date.now() + 2000);
    const after = await signInAgain(person, { max_age: '1' });
    expect(Number(after.claims.auth_time)).toBeGreaterThan(Number(before.claims.auth_time));
  },
  async 'oidcc-max-age-10000'() {
    const { claims } = await twice(await Person.create(), () => ({ max_age: '10000' }), { max_age: '15000' });
    expect(Number.isInteger(claims.auth_time)).toBe(true);
  },
  'oidcc-ensure-request-with-unknown-parameter-succeeds': isNoError({ extra: 'foobar' }),
  async 'oidcc-id-token-hint'() {
    await twice(await Person.create(), ({ tokens }) => ({ prompt: 'none', id_token_hint: String(tokens.id_token) }));
  },
  'oidcc-login-hint': isNoError({ login_hint: 'buffy@id.example.com' }),
  'oidcc-ui-locales': isNoError({ ui_locales: 'se' }),
  'oidcc-claims-locales': isNoError({ claims_locales: 'se' }),
  async 'oidcc-ensure-request-with-acr-values-succeeds'() {
    const person = await Person.create();
    // aal2 is another page, which openid-authorize tests see. The module sends what the document names, or `1 2`.
    const acr_values = 'aal1';
    const { claims } = await signIn(person, { changes: { acr_values }, signsIn: true });
    expect(claims.acr).toBe('aal1');
  },
  async 'oidcc-codereuse'() {
    const { application, code } = await signIn(await Person.create());
    const { status, headers, body } = await application.redeem(code);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    expect(headers.get('content-type')).toMatch(/^application\/json/);
  },
  async 'oidcc-codereuse-30seconds'() {
    const person = await Person.create();
    stopClock();
    const signedIn = await signIn(person);
    await userinfo(signedIn);
    jest.setSystemTime(Date.now() + 30_000);
    const { status, body } = await signedIn.application.redeem(signedIn.code);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
    const after = await fetch(userinfoUrl(), { headers: bearer(signedIn.tokens.access_token) });
    expect(after.status).toBe(401);
  },
  async 'oidcc-ensure-registered-redirect-uri'() {
    const { browser } = await Person.create();
    const changes = { redirect_uri: `${redirectUri}/${randomBytes(8).toString('hex')}` };
    const { left, page, path } = await first.open(browser, first.request(changes));
    expect([left, path, page.status]).toEqual([null, '/oauth/authorize', 400]);
  },
  async 'oidcc-ensure-post-request-succeeds'() {
    await signIn(await Person.create(), { method: 'POST', signsIn: true });
  },
  async 'oidcc-server-client-secret-post'() {
    expect(discovery.token_endpoint_auth_methods_supported).toContain('client_secret_post');
    const authorization = await authorize(await Person.create(), { signsIn: true });
    const tokens = tokensOf(await first.redeem(codeOf(authorization), {}, 'post'));
    await verified(tokens.id_token, authorization);
  },
  async 'oidcc-request-uri-unsigned-supported-correctly-or-rejected-as-unsupported'() {
    const changes = { request_uri: 'https://app.example.com/request.jwt' };
    const { answer } = await authorize(await Person.create(), { changes, signsIn: false });
    expect(answer.get('error')).toBe('request_uri_not_supported');
    // By default, a client may expect that it is supported (OpenID Connect Discovery 1.0, section 3).
    expect(discovery.request_uri_parameter_supported).toBe(false);
  },
  async 'oidcc-unsigned-request-object-supported-correctly-or-rejected-as-unsupported'() {
    const { answer } = await authorize(await Person.create(), { changes: { request: unsigned({}) }, signsIn: false });
    expect(answer.get('error')).toBe('request_not_supported');
    expect(discovery.request_parameter_supported ?? false).toBe(false);
  },
  async 'oidcc-claims-essential'() {
    await signInWith([], { claims: JSON.stringify({ userinfo: { name: { essential: true } } }) });
  },
  async 'oidcc-ensure-request-object-with-redirect-uri'() {
    const { browser } = await Person.create();
    const changes = { redirect_uri: `${redirectUri}/invalid`, request: unsigned({ redirect_uri: redirectUri }) };
    const { left, page } = await first.open(browser, first.request(changes));
    expect([left, page.status]).toEqual([null, 400]);
  },
  async 'oidcc-refresh-token'() {
    expect(discovery.grant_types_supported).toContain('refresh_token');
    const changes = { scope: 'openid offline_access' };
    const person = await Person.create();
    const refreshed = await refreshes(await signIn(person, { changes, signsIn: true }));
    const ofSecond = await signIn(await Person.create(), { application: second, changes, signsIn: true });
    expect((await refreshes(ofSecond)).claims.sub).not.toBe(refreshed.claims.sub);
    const stolen = await first.refresh(String(ofSecond.tokens.refresh_token));
    expect([stolen.status, stolen.body.error]).toEqual([400, 'invalid_grant']);
  },
  async 'oidcc-ensure-request-with-valid-pkce-succeeds'() {
    const verifier = randomBytes(32).toString('base64url');
    const changes = { code_challenge: s256(verifier), code_challenge_method: 'S256' };
    const authorization = await authorize(await Person.create(), { changes, signsIn: true });
    tokensOf(await first.redeem(codeOf(authorization), { code_verifier: verifier }));
  },
};

/** Signs in a person who is signed in, on a page that the request must show. */
async function signInAgain(person: Person, changes: Record<string, string>): Promise<SignedIn> {
  return signIn(person, { changes, signsIn: true });
}

async function refreshes({ application, tokens, claims }: SignedIn) {
  const refreshed = tokensOf(await application.refresh(String(tokens.refresh_token)));
  expect(refreshed.access_token).not.toBe(tokens.access_token);
  expect(Buffer.from(String(refreshed.refresh_token), 'base64url').length).toBeGreaterThanOrEqual(16);
  const { payload } = await jwtVerify(String(refreshed.id_token), createLocalJWKSet(await keys()));
  // OpenID Connect Core 1.0, section 12.2.
  for (const name of ['iss', 'sub', 'aud', 'auth_time', 'azp'])
    expect([name, payload[name]]).toEqual([name, claims[name]]);
  return { tokens: refreshed, claims: payload };
}

const unsigned = (claims: object): string =>
  `${Buffer.from('{"alg":"none"}').toString('base64url')}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.`;

async function leftHalf(token: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', Buffer.from(token));
  return Buffer.from(hash).subarray(0, 16).toString('base64url');
}

interface LoggedOut {
  person: Person;
  arrival: Arrival;
}

/** Signs in, and sends the browser to the logout with these parameters. */
async function logOut(
  parametersOf: (hint: string, signedIn: SignedIn) => Record<string, string> | Promise<Record<string, string>>,
): Promise<LoggedOut> {
  const person = await Person.create();
  const signedIn = await signIn(person);
  const parameters = await parametersOf(String(signedIn.tokens.id_token), signedIn);
  const arrival = await openFrom(person.browser, `/oauth/logout?${new URLSearchParams(parameters)}`);
  return { person, arrival };
}

/** The person stays on a page of Gatehouse, which asks or says what is wrong, and may be signed in. */
function staysHere({ arrival }: LoggedOut): void {
  expect([arrival.left, arrival.posted, arrival.path]).toEqual([null, null, '/oauth/logout']);
  // It asks, or says what is wrong.
  expect([200, 400]).toContain(arrival.page.status);
}

/** The person is signed out here, after a page has asked if the request does not prove who has sent it. */
async function endsHere({ person: { browser, ...person }, arrival }: LoggedOut): Promise<void> {
  expect([arrival.left, arrival.posted]).toEqual([null, null]);
  const form = arrival.page.forms.find(({ action }) => action === '/oauth/logout');
  const last = form ? await followed(browser, await browser.post(form.action, form.fields), form.action) : arrival;
  expect([last.left, last.page.status]).toEqual([null, 200]);
  await isSignedOut({ browser, ...person });
}

const state = randomBytes(96).toString('base64url');

const logoutPlan: Readonly<Record<string, () => Promise<void>>> = {
  async 'oidcc-rp-initiated-logout-discovery-endpoint-verification'() {
    const endpoints = Object.entries(discovery).filter(([name]) => /_endpoint$|_uri$/.test(name));
    for (const [name, value] of endpoints) expect([name, value]).toEqual([name, expect.stringMatching(/^https:/)]);
    expect(discovery.end_session_endpoint).toBe(`${discovery.issuer}/oauth/logout`);
  },
  async 'oidcc-rp-initiated-logout'() {
    const { person, arrival } = await logOut((hint) => ({
      id_token_hint: hint,
      post_logout_redirect_uri: loggedOut,
      state,
    }));
    expect(arrival.left?.href).toBe(`${loggedOut}?${new URLSearchParams({ state })}`);
    await isSignedOut(person);
  },
  async 'oidcc-rp-initiated-logout-bad-post-logout-redirect-uri'() {
    staysHere(
      await logOut((hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${loggedOut}-of-nobody`, state })),
    );
  },
  async 'oidcc-rp-initiated-logout-modified-id-token-hint'() {
    staysHere(
      await logOut((hint) => {
        const claims = JSON.parse(Buffer.from(hint.split('.')[1] ?? '', 'base64url').toString());
        return { id_token_hint: unsigned(claims), post_logout_redirect_uri: loggedOut, state };
      }),
    );
  },
  async 'oidcc-rp-initiated-logout-no-id-token-hint'() {
    staysHere(await logOut(() => ({ post_logout_redirect_uri: loggedOut, state })));
  },
  async 'oidcc-rp-initiated-logout-no-params'() {
    await endsHere(await logOut(() => ({})));
  },
  async 'oidcc-rp-initiated-logout-no-post-logout-redirect-uri'() {
    await endsHere(await logOut((hint) => ({ id_token_hint: hint, state })));
  },
  async 'oidcc-rp-initiated-logout-no-state'() {
    const { person, arrival } = await logOut((hint) => ({ id_token_hint: hint, post_logout_redirect_uri: loggedOut }));
    expect(arrival.left?.href).toBe(loggedOut);
    await isSignedOut(person);
  },
  async 'oidcc-rp-initiated-logout-only-state'() {
    await endsHere(await logOut(() => ({ state })));
  },
  async 'oidcc-rp-initiated-logout-query-added-to-post-logout-redirect-uri'() {
    staysHere(
      await logOut((hint) => ({ id_token_hint: hint, post_logout_redirect_uri: `${loggedOut}?foo=bar`, state })),
    );
  },
  async 'oidcc-rp-initiated-logout-bad-id-token-hint'() {
    staysHere(
      await logOut(async (_, { claims }) => {
        const { publicKey, privateKey } = await generateKeyPair('RS256');
        const { kid } = (await keys()).keys.find(({ alg }: { alg: string }) => alg === 'RS256');
        expect((await exportJWK(publicKey)).kty).toBe('RSA');
        const forged = await new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid }).sign(privateKey);
        return { id_token_hint: forged, post_logout_redirect_uri: loggedOut, state };
      }),
    );
  },
};

const modulesOf = (plan: Readonly<Record<string, () => Promise<void>>>) => Object.entries(plan);

describe('oidcc-basic-certification-test-plan', () => {
  afterEach(() => jest.useRealTimers());
  test.each(modulesOf(basicPlan))('%s', (_name, run) => run());
});

describe('oidcc-rp-initiated-logout-certification-test-plan', () => {
  test.each(modulesOf(logoutPlan))('%s', (_name, run) => run());
});

test('every module of both plans', () => {
  expect([modulesOf(basicPlan).length, modulesOf(logoutPlan).length]).toEqual([38, 11]);
});
