import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';
import { type JWTHeaderParameters, SignJWT, UnsecuredJWT } from 'jose';
import type { HostileMode } from './hostile-modes';
import {
  type AskedProvider,
  AuthorizationCodes,
  bearerOf,
  type CodeGrant,
  formOf,
  isFrom,
  queryOf,
  randomToken,
  redirectWith,
  startProviderServer,
} from './provider-server';

type Claims = Record<string, unknown>;
export type Mode = HostileMode | 'honest';

export interface HostileProvider {
  /** `http://127.0.0.1:<port>`. The other host of the redirects is `localhost:<port>`. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** What it does from now on. At first it is `honest`. */
  mode: Mode;
  /** The claims of the person who signs in, in ID tokens and in userinfo. */
  claims: Claims;
  /** What is otherwise in one place alone. What is undefined is left out there. */
  only: { inIdToken?: Claims; inUserinfo?: Claims; inCallback?: Record<string, string | undefined> };
  /** Sends the right answer of an endpoint in another way. */
  sends: Partial<Record<'discovery' | 'token' | 'userinfo', (res: Response, right: Claims) => void>>;
  /** The requests so far. */
  asked: AskedProvider[];
  /** How long the slow mode takes. */
  slowMs: number;
  /**
   * Makes an ID token, as a native application gets one. `claims` is added to those of the person and of the
   * token; a claim that is undefined is left out. Without `mode`, the token is right whatever the provider does.
   */
  idToken(claims?: Claims, options?: { mode?: Mode }): Promise<string>;
  close(): Promise<void>;
}

/** The person of all providers that are not told another one. */
export const ada: Claims = {
  sub: 'ada-at-the-provider',
  email: 'ada@example.com',
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  name: 'Ada Lovelace',
};

const foreignIssuer = 'https://another-provider.example';
const foreignClient = 'another-client';

/** The claims of an ID token that a mode changes. `now` is in seconds. */
const tokenChanges: Partial<Record<Mode, (now: number, clientId: string) => Claims>> = {
  'wrong issuer': () => ({ iss: foreignIssuer }),
  'wrong audience': () => ({ aud: foreignClient }),
  'foreign azp': (_, clientId) => ({ aud: [clientId, foreignClient], azp: foreignClient }),
  'no azp': (_, clientId) => ({ aud: [clientId, foreignClient] }),
  'wrong nonce': () => ({ nonce: 'of-another-login' }),
  'no nonce': () => ({ nonce: undefined }),
  expired: (now) => ({ iat: now - 7200, exp: now - 3600 }),
  'no expiry': () => ({ exp: undefined }),
  'issued in the future': (now) => ({ iat: now + 3600, exp: now + 7200 }),
  'issued long ago': (now) => ({ iat: now - 86_400, exp: now + 3600 }),
  'no iat': () => ({ iat: undefined }),
  'no sub': () => ({ sub: undefined }),
  "other's code": () => ({ sub: 'somebody-else', nonce: 'of-the-login-of-somebody-else' }),
};

const long = 'a'.repeat(10_000);

/** What a mode says of the person, in ID tokens and in userinfo. */
const personChanges: Partial<Record<Mode, Claims>> = {
  'empty sub': { sub: '' },
  'sub of 10,000 characters': { sub: long },
  'sub with NUL': { sub: 'ada\u0000' },
  'sub with half a character': { sub: 'ada\ud800' },
  'sub with an umlaut': { sub: 'adä' },
  'sub is a number': { sub: 4711 },
  'email_verified "false"': { email_verified: 'false' },
  'email_verified 1': { email_verified: 1 },
  'email_verified false': { email_verified: false },
  'no email_verified': { email_verified: undefined },
  'no email': { email: undefined },
  'email is a list': { email: ['ada@example.com', 'eve@example.com'] },
  'email with control characters': { email: 'ada@example.com\r\nBcc: eve@example.com' },
  'email is no address': { email: 'ada.example.com' },
  'names with control characters': { given_name: 'A\u0000da\r\n', family_name: '\u202eLovelace\u001b[2J', name: '\n' },
  'names of 10,000 characters': { given_name: long, family_name: long, name: long },
  'names are objects': { given_name: { toString: 'Ada' }, family_name: ['Lovelace'], name: { $ne: null } },
};

/** What an endpoint does instead of its right answer. */
type Fault = (res: Response) => void;

/** A slow stream: one that is as fast as possible would fill the memory of a client without limits. */
const endless: Fault = (res) => {
  res.writeHead(200, { 'Content-Type': 'application/json' });
  const timer = setInterval(() => res.write(' '.repeat(16 * 1024)), 5);
  res.on('close', () => clearInterval(timer));
};
const fails: Fault = (res) => void res.status(500).json({ error: 'server_error' });
/** The other host has everything that the client wants: only a client that does not follow is safe. */
const elsewhere =
  (status: number, path: string): Fault =>
  (res) =>
    res.redirect(status, `http://localhost:${res.req.socket.localPort}/elsewhere${path}`);

const paths = { discovery: '/.well-known/openid-configuration', token: '/token', keys: '/jwks', userinfo: '/userinfo' };

const endpointFaults: Partial<Record<Mode, { path: string; fault: Fault }>> = {
  'discovery fails': { path: paths.discovery, fault: fails },
  'discovery unavailable': { path: paths.discovery, fault: (res) => void res.status(503).end() },
  'discovery endless': { path: paths.discovery, fault: endless },
  'discovery redirects': { path: paths.discovery, fault: elsewhere(302, paths.discovery) },
  'token endpoint fails': { path: paths.token, fault: fails },
  'token endpoint silent': { path: paths.token, fault: () => {} },
  'token endpoint resets': { path: paths.token, fault: (res) => void res.destroy() },
  'token endpoint stops halfway': {
    path: paths.token,
    fault(res) {
      res.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': '500' });
      res.write('{"access_token": "');
    },
  },
  'token endpoint endless': { path: paths.token, fault: endless },
  'token endpoint HTML': {
    path: paths.token,
    fault: (res) => void res.send('<!DOCTYPE html><title>Maintenance</title>'),
  },
  'token endpoint redirects': { path: paths.token, fault: elsewhere(302, paths.token) },
  'token endpoint redirects the body': { path: paths.token, fault: elsewhere(307, paths.token) },
  'keys fail': { path: paths.keys, fault: fails },
  'keys redirect': { path: paths.keys, fault: elsewhere(302, paths.keys) },
  'keys endless': { path: paths.keys, fault: endless },
  'userinfo fails': { path: paths.userinfo, fault: fails },
  'userinfo silent': { path: paths.userinfo, fault: () => {} },
  'userinfo limited': { path: paths.userinfo, fault: (res) => void res.status(429).set('Retry-After', '30').end() },
};

const kid = 'known';
const newKeyPair = () => generateKeyPairSync('rsa', { modulusLength: 2048 });
const newKeyPairs = () => ({ known: newKeyPair(), unknown: newKeyPair() });
/** Two keys take 200 ms, so once for all providers of a worker. */
let made: ReturnType<typeof newKeyPairs> | undefined;
function keyPairs() {
  made ??= newKeyPairs();
  return made;
}

/** Signs with RS256 and the known key, unless the mode says otherwise. */
async function signed(claims: Claims, mode: Mode, { clientSecret }: { clientSecret: string }): Promise<string> {
  const { known, unknown } = keyPairs();
  const sign = (header: JWTHeaderParameters, key: KeyObject | Uint8Array) =>
    new SignJWT(claims).setProtectedHeader(header).sign(key);
  const pem = () => Buffer.from(known.publicKey.export({ format: 'pem', type: 'spki' }));
  switch (mode) {
    case 'alg none':
    case 'alg none announced':
      return new UnsecuredJWT(claims).encode();
    case 'HS256 with the public key':
    case 'HS256 announced':
      return sign({ alg: 'HS256', kid }, pem());
    case 'HS256 with the client secret':
      return sign({ alg: 'HS256' }, Buffer.from(clientSecret));
    case 'another key':
      return sign({ alg: 'RS256', kid }, unknown.privateKey);
    case 'unknown kid':
      return sign({ alg: 'RS256', kid: 'unknown' }, unknown.privateKey);
    case 'key in the header':
      return sign({ alg: 'RS256', jwk: unknown.publicKey.export({ format: 'jwk' }) }, unknown.privateKey);
    case 'signature cut off':
      return (await sign({ alg: 'RS256', kid }, known.privateKey)).replace(/[^.]+$/, '');
    default:
      return sign({ alg: 'RS256', kid }, known.privateKey);
  }
}

const keySet = () => ({
  keys: [{ ...keyPairs().known.publicKey.export({ format: 'jwk' }), kid, alg: 'RS256', use: 'sig' }],
});

/** An OpenID provider of few lines, which does what is right until a test sets its `mode`. */
export async function startHostileProvider({
  redirectUris,
}: {
  /** Others are rejected. Without a list, all are accepted. */
  redirectUris?: readonly string[];
} = {}): Promise<HostileProvider> {
  const { app, origin: issuer, asked, close } = await startProviderServer();
  const client = { clientId: 'gatehouse', clientSecret: 'the-secret-of-gatehouse-at-the-hostile-one' };
  const codes = new AuthorizationCodes<Claims>();
  const accessTokens = new Map<string, Claims>();

  const send = (endpoint: keyof HostileProvider['sends'], res: Response, right: Claims) =>
    provider.sends[endpoint] ? provider.sends[endpoint](res, right) : void res.json(right);
  const idTokenOf = (person: Claims, claims: Claims, mode: Mode) => {
    const now = Math.floor(Date.now() / 1000);
    const token = { iss: issuer, aud: client.clientId, iat: now, exp: now + 3600 };
    const changes = { ...personChanges[mode], ...tokenChanges[mode]?.(now, client.clientId) };
    return signed({ ...person, ...token, ...claims, ...changes, ...provider.only.inIdToken }, mode, client);
  };
  const provider: HostileProvider = {
    issuer,
    ...client,
    mode: 'honest',
    claims: ada,
    only: {},
    sends: {},
    asked,
    slowMs: 5000,
    idToken: (claims = {}, { mode = 'honest' } = {}) => idTokenOf(provider.claims, claims, mode),
    close,
  };

  app.use((req: Request, res: Response, next: NextFunction) => {
    const { mode, slowMs } = provider;
    const found = endpointFaults[mode];
    if (found?.path === req.path) return found.fault(res);
    if (mode !== 'discovery slow' || req.path !== paths.discovery) return next();
    const timer = setTimeout(next, slowMs);
    res.on('close', () => clearTimeout(timer));
  });
  // `/elsewhere` is for those who follow a redirect to another host.
  const both = (path: string) => [path, `/elsewhere${path}`];

  app.get(both(paths.discovery), (_req, res) => {
    const { mode } = provider;
    const more = mode === 'alg none announced' ? ['none'] : mode === 'HS256 announced' ? ['HS256'] : [];
    send('discovery', res, {
      issuer: mode === 'discovery of another issuer' ? foreignIssuer : issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}${paths.token}`,
      userinfo_endpoint: `${issuer}${paths.userinfo}`,
      jwks_uri: `${issuer}${paths.keys}`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', ...more],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    });
  });

  app.get(both(paths.keys), (_req, res) => void res.json(keySet()));

  app.get('/authorize', (req, res) => {
    const query = queryOf(req);
    const redirectUri = query.get('redirect_uri') ?? '';
    const isKnown = query.get('client_id') === client.clientId && (redirectUris?.includes(redirectUri) ?? true);
    if (!isKnown) return void res.status(400).send('unknown client or redirect URI');
    const { mode } = provider;
    const state = mode === 'wrong state' ? 'of-another-login' : query.get('state');
    const iss = mode === 'no iss' ? null : mode === 'iss of another provider' ? foreignIssuer : issuer;
    const isRight =
      query.get('response_type') === 'code' &&
      query.get('scope')?.split(' ').includes('openid') &&
      query.get('code_challenge_method') === 'S256';
    if (!isRight) return redirectWith(res, redirectUri, { error: 'invalid_request', state, iss });
    const code = codes.issue(query, provider.claims);
    redirectWith(res, redirectUri, { code, state, iss, ...provider.only.inCallback });
  });

  app.post(both(paths.token), async (req, res) => {
    if (!isFrom(req, client, { basic: true })) return void res.status(401).json({ error: 'invalid_client' });
    const grant = formOf(req).get('grant_type') === 'authorization_code' ? codes.redeem(formOf(req)) : null;
    if (!grant) return void res.status(400).json({ error: 'invalid_grant' });
    send('token', res.set('Cache-Control', 'no-store'), await tokensFor(grant));
  });
  // A 302 becomes a GET without a body. A client that has followed gets tokens that look right.
  app.get(`/elsewhere${paths.token}`, async (_req, res) => {
    res.json(await tokensFor({ user: provider.claims, nonce: null }));
  });

  async function tokensFor({ user, nonce }: Pick<CodeGrant<Claims>, 'user' | 'nonce'>) {
    const { mode } = provider;
    const accessToken = randomToken();
    accessTokens.set(accessToken, user);
    return {
      access_token: accessToken,
      token_type: 'Bearer',
      expires_in: 3600,
      ...(mode !== 'no ID token' && { id_token: await idTokenOf(user, nonce === null ? {} : { nonce }, mode) }),
      ...(mode === 'token endpoint large' && { padding: 'a'.repeat(1_000_000) }),
    };
  }

  app.get(both(paths.userinfo), (req, res) => {
    const person = accessTokens.get(bearerOf(req));
    if (!person) return void res.status(401).set('WWW-Authenticate', 'Bearer error="invalid_token"').end();
    const { mode } = provider;
    const other = mode === 'userinfo of somebody else' ? { sub: 'somebody-else' } : {};
    const padding = mode === 'userinfo large' ? { padding: 'a'.repeat(1_000_000) } : {};
    send('userinfo', res, { ...person, ...personChanges[mode], ...other, ...padding, ...provider.only.inUserinfo });
  });

  return provider;
}
