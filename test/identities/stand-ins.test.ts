import { createHmac, createPrivateKey } from 'node:crypto';
import { createRemoteJWKSet, type JWTPayload, jwtVerify, SignJWT } from 'jose';
import * as openidClient from 'openid-client';
import { type AppleProvider, appleUser, startApple } from '../support/providers/apple';
import { follow, followToForm } from '../support/providers/follow';
import { type ModeOf, modesOf } from '../support/providers/hostile-modes';
import { ada, type HostileProvider, startHostileProvider } from '../support/providers/hostile-provider';
import {
  discordUser,
  facebookUser,
  githubUser,
  startDiscord,
  startFacebook,
  startGithub,
} from '../support/providers/oauth-providers';
import { googleAccount, startOpenidProvider } from '../support/providers/openid-provider';

/** The stand-ins of providers work with openid-client, and the hostile ones do what they say. */

const redirectUri = 'https://id.example.com/login/callback/acme';

interface Client {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Reads the discovery document. A request may take `timeout` seconds. */
async function discover({ issuer, clientId, clientSecret }: Client, timeout = 30) {
  const options = { execute: [openidClient.allowInsecureRequests], timeout };
  const config = await openidClient.discovery(new URL(issuer), clientId, clientSecret, undefined, options);
  openidClient.enableNonRepudiationChecks(config);
  return config;
}

/** The authorization URL of a new flow, and the checks of its callback. */
async function newFlow(config: openidClient.Configuration, parameters: Record<string, string> = {}) {
  const checks = {
    pkceCodeVerifier: openidClient.randomPKCECodeVerifier(),
    expectedState: openidClient.randomState(),
    expectedNonce: openidClient.randomNonce(),
    idTokenExpected: true,
  };
  const url = openidClient.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid email profile',
    state: checks.expectedState,
    nonce: checks.expectedNonce,
    code_challenge: await openidClient.calculatePKCECodeChallenge(checks.pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  });
  return { url, checks };
}

/** The claims of the ID token, after a whole code flow. */
async function claimsOf(client: Client) {
  const config = await discover(client);
  const { url, checks } = await newFlow(config);
  const tokens = await openidClient.authorizationCodeGrant(config, await follow(url), checks);
  return tokens.claims();
}

describe('oidc-provider as Google', () => {
  const start = () => startOpenidProvider({ redirectUris: [redirectUri] });

  test('gives the claims of the account in the ID token, and in userinfo', async () => {
    const provider = await start();
    const account = { ...googleAccount, sub: '2', email: 'ada@acme.example', hd: 'acme.example' };
    provider.signInAs(account);
    const config = await discover(provider);
    const { url, checks } = await newFlow(config);
    const callback = await follow(url);
    expect(callback.href).toContain(redirectUri);
    const tokens = await openidClient.authorizationCodeGrant(config, callback, checks);
    expect(tokens.claims()).toMatchObject({ ...account, iss: provider.issuer, aud: 'gatehouse' });
    expect(await openidClient.fetchUserInfo(config, tokens.access_token, '2')).toEqual(account);
    await provider.close();
  });

  test('comes back as the person whom the test chooses', async () => {
    const provider = await start();
    expect(await claimsOf(provider)).toMatchObject(googleAccount);
    provider.signInAs({ sub: '3' });
    expect(await claimsOf(provider)).toMatchObject({ sub: '3' });
    await provider.close();
  });

  test('comes back with an error if the person cancels', async () => {
    const provider = await start();
    provider.cancels = true;
    const config = await discover(provider);
    const { url, checks } = await newFlow(config);
    const callback = await follow(url);
    expect(Object.fromEntries(callback.searchParams)).toMatchObject({
      error: 'access_denied',
      state: checks.expectedState,
      iss: provider.issuer,
    });
    await provider.close();
  });

  test('accepts a code once, and only with the verifier of the flow', async () => {
    const provider = await start();
    const config = await discover(provider);
    const { url, checks } = await newFlow(config);
    const callback = await follow(url);
    const pkceCodeVerifier = openidClient.randomPKCECodeVerifier();
    const invalidGrant = expect.objectContaining({ error: 'invalid_grant' });
    const foreign = openidClient.authorizationCodeGrant(config, callback, { ...checks, pkceCodeVerifier });
    await expect(foreign).rejects.toEqual(invalidGrant);
    const again = await follow(url);
    await openidClient.authorizationCodeGrant(config, again, checks);
    await expect(openidClient.authorizationCodeGrant(config, again, checks)).rejects.toEqual(invalidGrant);
    await provider.close();
  });

  test('redirects to registered addresses only', async () => {
    const provider = await start();
    const { url } = await newFlow(await discover(provider), { redirect_uri: 'https://evil.example/callback' });
    await expect(follow(url)).rejects.toThrow('invalid_redirect_uri');
    await provider.close();
  });
});

describe('the hostile provider', () => {
  /** A code flow, with userinfo if the mode concerns it. A request may take `timeout` seconds. */
  async function logIn(provider: HostileProvider, timeout?: number) {
    const config = await discover(provider, timeout);
    const { url, checks } = await newFlow(config);
    const tokens = await openidClient.authorizationCodeGrant(config, await follow(url), checks);
    const claims = tokens.claims();
    if (!/^(honest|userinfo|email|no email|names)/.test(provider.mode)) return { claims, userinfo: null };
    const userinfo = await openidClient.fetchUserInfo(config, tokens.access_token, claims?.sub ?? '');
    return { claims, userinfo };
  }

  let provider: HostileProvider;
  beforeEach(async () => {
    provider = await startHostileProvider({ redirectUris: [redirectUri] });
  });
  afterEach(() => provider.close());

  test('is honest by default', async () => {
    const { claims, userinfo } = await logIn(provider);
    expect(claims).toMatchObject({ ...ada, iss: provider.issuer, aud: provider.clientId });
    expect(userinfo).toEqual(ada);
    const eve = { sub: 'eve', email: 'eve@example.com' };
    provider.claims = eve;
    expect(await logIn(provider)).toMatchObject({ claims: eve, userinfo: eve });
  });

  test('checks the client, the redirect URI, the verifier, and that a code is new', async () => {
    const config = await discover(provider);
    const { url, checks } = await newFlow(config);
    const callback = await follow(url);
    const withWrongSecret = await discover({ ...provider, clientSecret: 'x' });
    const wrongSecret = openidClient.authorizationCodeGrant(withWrongSecret, callback, checks);
    await expect(wrongSecret).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
    const pkceCodeVerifier = openidClient.randomPKCECodeVerifier();
    const foreign = openidClient.authorizationCodeGrant(config, callback, { ...checks, pkceCodeVerifier });
    await expect(foreign).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    const used = openidClient.authorizationCodeGrant(config, callback, checks);
    await expect(used).rejects.toMatchObject({ error: 'invalid_grant' });
    const { url: other } = await newFlow(config, { redirect_uri: 'https://evil.example/callback' });
    await expect(follow(other)).rejects.toThrow('unknown client or redirect URI');
  });

  /** What openid-client says of each mode of the protocol. It accepts those with null: Gatehouse itself must reject them. */
  const reasons: Record<ModeOf<'protocol'>, string | null> = {
    'wrong issuer': 'unexpected JWT "iss"',
    'wrong audience': 'unexpected JWT "aud"',
    'foreign azp': 'unexpected ID Token "azp"',
    'no azp': 'includes additional untrusted audiences',
    'wrong nonce': 'unexpected ID Token "nonce"',
    'no nonce': 'JWT "nonce" (nonce) claim missing',
    'alg none': 'unexpected JWT "alg" header parameter',
    'alg none announced': 'unsupported JWS "alg" identifier',
    'HS256 with the public key': 'unexpected JWT "alg" header parameter',
    'HS256 with the client secret': 'unexpected JWT "alg" header parameter',
    'HS256 announced': 'unsupported JWS algorithm',
    'another key': 'JWT signature verification failed',
    'unknown kid': 'no applicable keys found',
    'key in the header': 'JWT signature verification failed',
    'signature cut off': 'JWT signature verification failed',
    expired: 'unexpected JWT "exp"',
    'no expiry': 'JWT "exp" (expiration time) claim missing',
    'issued in the future': null,
    'issued long ago': null,
    'no iat': 'JWT "iat" (issued at) claim missing',
    'no sub': 'JWT "sub" (subject) claim missing',
    'empty sub': null,
    'sub of 10,000 characters': null,
    'sub with NUL': null,
    'sub with half a character': null,
    'sub with an umlaut': null,
    'sub is a number': 'unexpected JWT "sub" (subject) claim type',
    "other's code": 'unexpected ID Token "nonce"',
    'no ID token': '"id_token" property must be a string',
    'iss of another provider': 'unexpected "iss" (issuer) response parameter value',
    'no iss': 'response parameter "iss" (issuer) missing',
    'wrong state': 'unexpected "state" response parameter value',
    'discovery of another issuer': 'does not match the expected issuer',
    'userinfo of somebody else': 'unexpected "response" body "sub"',
  };
  const why = ({ message, cause }: Error): string => (cause instanceof Error ? cause.message : message);

  test.each(modesOf('protocol'))('%s', async (mode) => {
    provider.mode = mode;
    const reason = await logIn(provider).then(() => null, why);
    const expected = reasons[mode];
    expect(reason).toEqual(expected === null ? null : expect.stringContaining(expected));
  });

  test.each(modesOf('network'))('%s', async (mode) => {
    Object.assign(provider, { mode, slowMs: 3_600_000 });
    const timeout = /slow|silent|endless|halfway/.test(mode) ? 1 : undefined;
    const reason = await logIn(provider, timeout).then(() => null, why);
    // Nothing in openid-client limits the size of an answer: that is left to Gatehouse.
    expect(reason).toEqual(mode.endsWith(' large') ? null : expect.any(String));
    expect(new Set(provider.asked.map(({ host }) => host))).toEqual(new Set([new URL(provider.issuer).host]));
  });

  test('a client that follows a redirect gets what it wants from the other host', async () => {
    const other = `localhost:${new URL(provider.issuer).port}`;
    for (const [mode, path] of [
      ['discovery redirects', '/.well-known/openid-configuration'],
      ['keys redirect', '/jwks'],
    ] as const) {
      provider.mode = mode;
      expect((await fetch(provider.issuer + path)).status).toBe(200);
      expect(provider.asked.at(-1)).toMatchObject({ host: other, path: `/elsewhere${path}` });
    }
    const { clientId: client_id, clientSecret: client_secret } = provider;
    const body = new URLSearchParams({ client_id, client_secret });
    const token = `${provider.issuer}/token`;
    provider.mode = 'token endpoint redirects';
    expect(await (await fetch(token, { method: 'POST', body })).json()).toHaveProperty('id_token');
    provider.mode = 'token endpoint redirects the body';
    await fetch(token, { method: 'POST', body });
    expect(provider.asked.at(-1)).toMatchObject({ host: other, form: { client_secret } });
  });

  test.each(modesOf('address'))('%s', async (mode) => {
    provider.mode = mode;
    const { claims, userinfo } = await logIn(provider);
    expect(claims).toMatchObject(userinfo ?? {});
    expect(userinfo).not.toEqual(ada);
    expect(userinfo).toHaveProperty('sub', ada.sub);
  });

  test('makes ID tokens for native applications', async () => {
    const keys = createRemoteJWKSet(new URL(`${provider.issuer}/jwks`));
    const checks = { issuer: provider.issuer, audience: 'the-app', algorithms: ['RS256'] };
    const right = await provider.idToken({ aud: 'the-app', nonce: 'n', name: undefined });
    const { payload } = await jwtVerify(right, keys, checks);
    expect(payload).toMatchObject({ sub: ada.sub, email: ada.email, nonce: 'n' });
    expect(payload).not.toHaveProperty('name');
    const expired = await provider.idToken({ aud: 'the-app' }, { mode: 'expired' });
    await expect(jwtVerify(expired, keys, checks)).rejects.toMatchObject({ code: 'ERR_JWT_EXPIRED' });
  });
});

/** The configuration of a provider without discovery. */
function configOf({ origin, clientId, clientSecret }: Endpoints, authorize: string, token: string, issuer = origin) {
  const metadata = { issuer, authorization_endpoint: origin + authorize, token_endpoint: origin + token };
  const config = new openidClient.Configuration(metadata, clientId, clientSecret);
  openidClient.allowInsecureRequests(config);
  return config;
}

interface Endpoints {
  origin: string;
  clientId: string;
  clientSecret: string;
}

/** The access token of a whole code flow without OpenID Connect. */
async function accessTokenOf(config: openidClient.Configuration, scope: string) {
  const { url, checks } = await newFlow(config, { scope });
  const { pkceCodeVerifier, expectedState } = checks;
  return openidClient.authorizationCodeGrant(config, await follow(url), { pkceCodeVerifier, expectedState });
}

async function getJson(url: string, token: string) {
  const response = await fetch(url, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: await response.json() };
}

const bodyOf = async (url: string, token: string) => (await getJson(url, token)).body;

describe('GitHub', () => {
  let github: Awaited<ReturnType<typeof startGithub>>;
  let config: openidClient.Configuration;
  beforeEach(async () => {
    github = await startGithub({ redirectUris: [redirectUri] });
    config = configOf(github, '/login/oauth/authorize', '/login/oauth/access_token', `${github.origin}/login/oauth`);
  });
  afterEach(() => github.close());

  test('gives the person, and with the scope the addresses', async () => {
    const { access_token, token_type, scope } = await accessTokenOf(config, 'read:user user:email');
    expect({ token_type, scope }).toEqual({ token_type: 'bearer', scope: 'read:user,user:email' });
    const api = `${github.origin}/api/v3/user`;
    const { emails, ...profile } = githubUser;
    expect(await bodyOf(api, access_token)).toMatchObject(profile);
    expect(await bodyOf(api, access_token)).not.toHaveProperty('emails');
    expect(await bodyOf(`${api}/emails`, access_token)).toEqual(emails);
    const { access_token: lesser } = await accessTokenOf(config, 'read:user');
    expect(await getJson(`${api}/emails`, lesser)).toMatchObject({ status: 404, body: { message: 'Not Found' } });
    expect(await getJson(api, 'x')).toMatchObject({ status: 401, body: { message: 'Bad credentials' } });
  });

  test('signs in whom the test chooses', async () => {
    github.user = { ...githubUser, id: 2, login: 'eve' };
    const { access_token } = await accessTokenOf(config, 'user');
    expect(await bodyOf(`${github.origin}/api/v3/user`, access_token)).toMatchObject({ id: 2, login: 'eve' });
  });

  test('answers errors with 200, and in the format of the request', async () => {
    const send = async (client_secret: string, headers: Record<string, string>) => {
      const body = new URLSearchParams({ client_id: github.clientId, client_secret, code: 'x' });
      const response = await fetch(`${github.origin}/login/oauth/access_token`, { method: 'POST', body, headers });
      return { status: response.status, text: await response.text() };
    };
    const json = { Accept: 'application/json' };
    expect(await send('x', json)).toMatchObject({
      status: 200,
      text: expect.stringContaining('{"error":"incorrect_client_credentials"'),
    });
    expect(await send(github.clientSecret, {})).toMatchObject({
      status: 200,
      text: expect.stringContaining('error=bad_verification_code&error_description=The+code+passed'),
    });
  });

  test('comes back with an error if the person cancels', async () => {
    github.cancels = true;
    const callback = await follow((await newFlow(config)).url);
    expect(callback.searchParams.get('error')).toBe('access_denied');
  });
});

describe('Discord', () => {
  let discord: Awaited<ReturnType<typeof startDiscord>>;
  let config: openidClient.Configuration;
  beforeEach(async () => {
    discord = await startDiscord({ redirectUris: [redirectUri] });
    config = configOf(discord, '/oauth2/authorize', '/api/oauth2/token');
  });
  afterEach(() => discord.close());

  test('gives the person, and with the scope the address', async () => {
    const { access_token, expires_in } = await accessTokenOf(config, 'identify email');
    expect(expires_in).toBe(604_800);
    const api = `${discord.origin}/api/users/@me`;
    expect(await bodyOf(api, access_token)).toMatchObject(discordUser);
    discord.user = { ...discordUser, id: '2', verified: false };
    const { access_token: lesser } = await accessTokenOf(config, 'identify');
    const body = await bodyOf(api, lesser);
    expect(body).toMatchObject({ id: '2', username: 'ada' });
    expect(body).not.toHaveProperty('verified');
    expect(await getJson(api, 'x')).toEqual({ status: 401, body: { message: '401: Unauthorized', code: 0 } });
  });

  test('rejects a wrong code and a wrong client, and the person can cancel', async () => {
    const wrongCode = openidClient.genericGrantRequest(config, 'authorization_code', { code: 'x' });
    await expect(wrongCode).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    const other = configOf({ ...discord, clientSecret: 'x' }, '/oauth2/authorize', '/api/oauth2/token');
    await expect(accessTokenOf(other, 'identify')).rejects.toMatchObject({ error: 'invalid_client', status: 401 });
    discord.cancels = true;
    const callback = await follow((await newFlow(config)).url);
    expect(callback.searchParams.get('error')).toBe('access_denied');
  });
});

describe('Facebook', () => {
  let facebook: Awaited<ReturnType<typeof startFacebook>>;
  let config: openidClient.Configuration;
  beforeEach(async () => {
    facebook = await startFacebook({ redirectUris: [redirectUri] });
    config = configOf(facebook, '/v23.0/dialog/oauth', '/v23.0/oauth/access_token');
  });
  afterEach(() => facebook.close());

  test('gives the fields that the request names, with the proof of the app secret only', async () => {
    const { access_token } = await accessTokenOf(config, 'public_profile,email');
    const me = (query: Record<string, string>) =>
      getJson(`${facebook.origin}/v23.0/me?${new URLSearchParams(query)}`, access_token);
    const fields = 'id,name,first_name,last_name,email';
    const appsecret_proof = createHmac('sha256', facebook.clientSecret).update(access_token).digest('hex');
    expect(await me({ fields, appsecret_proof })).toEqual({ status: 200, body: facebookUser });
    const { id, name } = facebookUser;
    expect(await me({ appsecret_proof })).toEqual({ status: 200, body: { id, name } });
    const withMessage = (message: string) => ({ status: 400, body: { error: { message, code: 100 } } });
    expect(await me({ fields })).toMatchObject(
      withMessage('API calls from the server require an appsecret_proof argument'),
    );
    expect(await me({ fields, appsecret_proof: 'x' })).toMatchObject(
      withMessage('Invalid appsecret_proof provided in the API argument'),
    );
  });

  test('adds a fragment to the redirect, and its errors are objects', async () => {
    const { url, checks } = await newFlow(config);
    const callback = await follow(url);
    expect(callback.hash).toBe('#_=_');
    const { pkceCodeVerifier, expectedState } = checks;
    await openidClient.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState });
    const again = openidClient.authorizationCodeGrant(config, callback, { pkceCodeVerifier, expectedState });
    await expect(again).rejects.toThrow('unexpected HTTP response status code');
    facebook.cancels = true;
    const cancelled = await follow((await newFlow(config)).url);
    expect(cancelled.searchParams.get('error_reason')).toBe('user_denied');
  });
});

describe('Apple', () => {
  const form = { response_mode: 'form_post', scope: 'openid email name' };
  let apple: AppleProvider;
  beforeEach(async () => {
    apple = await startApple({ redirectUris: [redirectUri] });
  });
  afterEach(() => apple.close());

  /** The JWT that is the client secret, with these changes. */
  async function clientSecret(changes: { alg?: string; kid?: string; months?: number; claims?: JWTPayload } = {}) {
    const { alg = 'ES256', kid = apple.keyId, months = 5, claims = {} } = changes;
    const key = alg === 'ES256' ? createPrivateKey(apple.privateKey) : Buffer.from(apple.privateKey);
    const now = Math.floor(Date.now() / 1000);
    const right = { iss: apple.teamId, sub: apple.clientId, aud: apple.issuer, iat: now };
    return new SignJWT({ ...right, exp: now + months * 2_629_000, ...claims })
      .setProtectedHeader({ alg, kid })
      .sign(key);
  }

  async function logIn(secret: string) {
    const config = await discover({ ...apple, clientSecret: secret });
    const { url, checks } = await newFlow(config, form);
    const { action, fields } = await followToForm(url);
    expect(action.href).toBe(redirectUri);
    const callback = new Request(action, { method: 'POST', body: fields });
    const tokens = await openidClient.authorizationCodeGrant(config, callback, checks);
    return { fields, claims: tokens.claims() };
  }

  test('posts the names the first time, and gives the address as Apple does', async () => {
    const { fields, claims } = await logIn(await clientSecret());
    const { sub, email, firstName, lastName } = appleUser;
    expect(JSON.parse(fields.get('user') ?? '')).toEqual({ name: { firstName, lastName }, email });
    expect(claims).toMatchObject({ sub, email, email_verified: 'true', is_private_email: 'true' });
    expect(claims).not.toHaveProperty('name');
    const { fields: later } = await logIn(await clientSecret());
    expect(later.has('user')).toBe(false);
    apple.user = { sub: '2', email: 'eve@example.com', emailVerified: false, firstName: '"<Eve>&' };
    const { fields: ofEve, claims: claimsOfEve } = await logIn(await clientSecret());
    expect(JSON.parse(ofEve.get('user') ?? '')).toMatchObject({ name: { firstName: '"<Eve>&' } });
    expect(claimsOfEve).toMatchObject({ sub: '2', email_verified: 'false' });
  });

  test.each([
    ['of another algorithm', { alg: 'HS256' }],
    ['of another key', { kid: 'KEY9999999' }],
    ['of another team', { claims: { iss: 'TEAM999999' } }],
    ['for another client', { claims: { sub: 'com.example.other' } }],
    ['for another server', { claims: { aud: 'https://appleid.apple.com' } }],
    ['that has expired', { months: -1 }],
    ['for more than six months', { months: 7 }],
  ])('rejects a client secret %s', async (_, changes) => {
    await expect(logIn(await clientSecret(changes))).rejects.toMatchObject({ error: 'invalid_client', status: 400 });
  });

  test('demands the form if it sends more than a sub, and the person can cancel', async () => {
    const config = await discover({ ...apple, clientSecret: await clientSecret() });
    const { url } = await newFlow(config, { scope: 'openid email' });
    await expect(follow(url)).rejects.toThrow('response_mode must be form_post');
    apple.cancels = true;
    const { fields } = await followToForm((await newFlow(config, form)).url);
    expect(fields.get('error')).toBe('user_cancelled_authorize');
  });
});
