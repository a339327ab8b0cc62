import { createHmac } from 'node:crypto';
import type { Response } from 'express';
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

/**
 * Stand-ins of providers that have OAuth, but not OpenID Connect. Their paths, field names, status codes and errors are
 * those of the documentation of each provider. A test sets who signs in with `user`.
 */
export interface OAuthProvider<User> {
  /** `http://127.0.0.1:<port>`, for the pages and for the API. */
  origin: string;
  clientId: string;
  clientSecret: string;
  /** Who signs in from now on. Tokens that exist stay those of the person before. */
  user: User;
  /** Whether the person cancels. */
  cancels: boolean;
  /** The requests so far. */
  asked: AskedProvider[];
  close(): Promise<void>;
}

interface ProviderOptions<User> {
  redirectUris: readonly string[];
  user?: User;
}

/** What the three have in common: a server, codes, and access tokens. */
async function startOAuth<User>(client: { clientId: string; clientSecret: string }, user: User) {
  const { app, origin, asked, close } = await startProviderServer();
  const provider: OAuthProvider<User> = { origin, ...client, user, cancels: false, asked, close };
  const codes = new AuthorizationCodes<User>();
  const tokens = new Map<string, CodeGrant<User>>();
  const grantToken = (prefix: string, grant: CodeGrant<User>): string => {
    const token = prefix + randomToken();
    tokens.set(token, grant);
    return token;
  };
  return { app, provider, codes, tokens, grantToken };
}

export interface GithubUser {
  id: number;
  login: string;
  name: string | null;
  /** The public address of the profile, which proves nothing. */
  email: string | null;
  /** What `/user/emails` lists. */
  emails: readonly { email: string; primary: boolean; verified: boolean; visibility: 'public' | 'private' | null }[];
}

export const githubUser: GithubUser = {
  id: 583231,
  login: 'ada',
  name: 'Ada Lovelace',
  email: null,
  emails: [
    { email: 'ada@old.example', primary: false, verified: false, visibility: null },
    { email: 'ada@example.com', primary: true, verified: true, visibility: 'private' },
    { email: '583231+ada@users.noreply.github.com', primary: false, verified: true, visibility: null },
  ],
};

/** GitHub: `/login/oauth/authorize`, `/login/oauth/access_token`, `/api/v3/user`, `/api/v3/user/emails`. */
export async function startGithub({ redirectUris, user = githubUser }: ProviderOptions<GithubUser>) {
  const client = { clientId: 'Iv1.8a61f9b3a7aba766', clientSecret: 'a-secret-of-forty-characters-at-github--' };
  const { app, provider, codes, tokens, grantToken } = await startOAuth(client, user);
  const docs = 'https://docs.github.com';

  app.get('/login/oauth/authorize', (req, res) => {
    const query = queryOf(req);
    const redirectUri = query.get('redirect_uri') ?? redirectUris[0] ?? '';
    const state = query.get('state');
    if (query.get('client_id') !== client.clientId) return void res.status(404).send('Not Found');
    const error = (name: string, error_description: string) =>
      redirectWith(res, redirectUris[0] ?? '', { error: name, error_description, error_uri: `${docs}/apps`, state });
    if (!redirectUris.includes(redirectUri))
      return error('redirect_uri_mismatch', 'The redirect_uri is not associated with this application.');
    if (provider.cancels) return error('access_denied', 'The user has denied your application access.');
    const iss = `${provider.origin}/login/oauth`;
    redirectWith(res, redirectUri, { code: codes.issue(query, provider.user), state, iss });
  });

  app.post('/login/oauth/access_token', (req, res) => {
    /** GitHub answers in the format of the request, with 200 also for errors. */
    const answer = (fields: Record<string, string>) => {
      if (req.headers.accept?.includes('application/json')) return void res.json(fields);
      res.type('application/x-www-form-urlencoded').send(new URLSearchParams(fields).toString());
    };
    const error = (name: string, error_description: string) =>
      answer({ error: name, error_description, error_uri: `${docs}/apps/oauth-errors/#${name.replaceAll('_', '-')}` });
    if (!isFrom(req, client, { basic: false }))
      return error('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.');
    const grant = codes.redeem(formOf(req));
    if (!grant) return error('bad_verification_code', 'The code passed is incorrect or expired.');
    answer({ access_token: grantToken('gho_', grant), token_type: 'bearer', scope: grant.scopes.join(',') });
  });

  const error = (res: Response, status: number, message: string) =>
    void res.status(status).json({ message, documentation_url: `${docs}/rest`, status: String(status) });

  app.use('/api/v3', (req, res, next) => {
    if (!req.headers['user-agent'])
      return void res.status(403).send('Request forbidden by administrative rules: no User-Agent header.');
    if (!tokens.has(bearerOf(req))) return error(res, 401, 'Bad credentials');
    next();
  });
  app.get('/api/v3/user', (req, res) => {
    const { emails: _, ...profile } = tokens.get(bearerOf(req))?.user ?? user;
    const url = `${provider.origin}/api/v3/users/${profile.login}`;
    const others = { node_id: 'U_1', avatar_url: `${url}/avatar`, html_url: url, type: 'User' };
    res.json({ ...others, site_admin: false, company: null, created_at: '2008-01-14T04:33:35Z', ...profile });
  });
  app.get('/api/v3/user/emails', (req, res) => {
    const { user: person, scopes = [] } = tokens.get(bearerOf(req)) ?? {};
    if (!scopes.some((scope) => ['user', 'user:email'].includes(scope))) return error(res, 404, 'Not Found');
    res.json(person?.emails);
  });
  return provider;
}

export interface DiscordUser {
  id: string;
  username: string;
  global_name: string | null;
  /** Both only with the scope `email`. */
  email: string | null;
  verified: boolean;
}

export const discordUser: DiscordUser = {
  id: '80351110224678912',
  username: 'ada',
  global_name: 'Ada Lovelace',
  email: 'ada@example.com',
  verified: true,
};

/** Discord: `/oauth2/authorize`, `/api/oauth2/token`, `/api/users/@me`. */
export async function startDiscord({ redirectUris, user = discordUser }: ProviderOptions<DiscordUser>) {
  const client = { clientId: '157730590492196864', clientSecret: 'the-secret-of-gatehouse-at-discord' };
  const { app, provider, codes, tokens, grantToken } = await startOAuth(client, user);

  app.get('/oauth2/authorize', (req, res) => {
    const query = queryOf(req);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state');
    const isKnown = query.get('client_id') === client.clientId && redirectUris.includes(redirectUri);
    if (!isKnown) return void res.status(400).send('Invalid OAuth2 redirect_uri');
    if (query.get('response_type') !== 'code') return void res.status(400).send('Unsupported response type');
    if (!provider.cancels) return redirectWith(res, redirectUri, { code: codes.issue(query, provider.user), state });
    const error_description = 'The resource owner or authorization server denied the request';
    redirectWith(res, redirectUri, { error: 'access_denied', error_description, state });
  });

  app.post('/api/oauth2/token', (req, res) => {
    if (!isFrom(req, client, { basic: true })) return void res.status(401).json({ error: 'invalid_client' });
    const form = formOf(req);
    if (form.get('grant_type') !== 'authorization_code')
      return void res.status(400).json({ error: 'unsupported_grant_type' });
    const grant = codes.redeem(form);
    if (!grant)
      return void res.status(400).json({ error: 'invalid_grant', error_description: 'Invalid "code" in request.' });
    res.json({
      token_type: 'Bearer',
      access_token: grantToken('', grant),
      expires_in: 604_800,
      refresh_token: randomToken(),
      scope: grant.scopes.join(' '),
    });
  });

  app.get('/api/users/@me', (req, res) => {
    const grant = tokens.get(bearerOf(req));
    if (!grant?.scopes.includes('identify'))
      return void res.status(401).json({ message: '401: Unauthorized', code: 0 });
    const { email, verified, ...profile } = grant.user;
    const others = { discriminator: '0', avatar: null, mfa_enabled: false, locale: 'en-US', flags: 0, premium_type: 0 };
    res.json({ ...profile, ...others, ...(grant.scopes.includes('email') && { email, verified }) });
  });
  return provider;
}

export interface FacebookUser {
  id: string;
  name: string;
  first_name: string;
  last_name: string;
  /** Missing if the person has none, or did not permit it. */
  email?: string;
}

export const facebookUser: FacebookUser = {
  id: '10158241321134567',
  name: 'Ada Lovelace',
  first_name: 'Ada',
  last_name: 'Lovelace',
  email: 'ada@example.com',
};

/**
 * Facebook: `/v23.0/dialog/oauth`, `/v23.0/oauth/access_token`, `/v23.0/me`, with the setting "Require app secret". Its
 * errors are objects, not codes of OAuth.
 */
export async function startFacebook({ redirectUris, user = facebookUser }: ProviderOptions<FacebookUser>) {
  const client = { clientId: '123456789012345', clientSecret: '0123456789abcdef0123456789abcdef' };
  const { app, provider, codes, tokens, grantToken } = await startOAuth(client, user);
  const error = (res: Response, code: number, type: string, message: string) =>
    void res.status(400).json({ error: { message, type, code, fbtrace_id: 'AbCdEfGhIjKlMnOpQrStUvW' } });

  app.get('/v23.0/dialog/oauth', (req, res) => {
    const query = queryOf(req);
    const redirectUri = query.get('redirect_uri') ?? '';
    const state = query.get('state');
    const isKnown = query.get('client_id') === client.clientId && redirectUris.includes(redirectUri);
    if (!isKnown) return void res.status(400).send('URL blocked');
    // Facebook adds this fragment to every redirect.
    const withFragment = `${redirectUri}#_=_`;
    if (!provider.cancels) return redirectWith(res, withFragment, { code: codes.issue(query, provider.user), state });
    const error_description = 'Permissions error';
    const cancelled = { error: 'access_denied', error_code: '200', error_reason: 'user_denied', error_description };
    redirectWith(res, withFragment, { ...cancelled, state });
  });

  app.all('/v23.0/oauth/access_token', (req, res) => {
    const form = req.method === 'POST' ? formOf(req) : queryOf(req);
    const { clientId, clientSecret } = client;
    if (form.get('client_id') !== clientId || form.get('client_secret') !== clientSecret)
      return error(res, 1, 'OAuthException', 'Error validating client secret.');
    const grant = codes.redeem(form);
    if (!grant) return error(res, 100, 'OAuthException', 'This authorization code has been used.');
    res.json({ access_token: grantToken('EAA', grant), token_type: 'bearer', expires_in: 5_183_944 });
  });

  app.get('/v23.0/me', (req, res) => {
    const query = queryOf(req);
    const accessToken = bearerOf(req) || (query.get('access_token') ?? '');
    const grant = tokens.get(accessToken);
    if (!grant) return error(res, 190, 'OAuthException', 'Invalid OAuth access token - Cannot parse access token');
    const proof = query.get('appsecret_proof');
    if (proof === null)
      return error(res, 100, 'GraphMethodException', 'API calls from the server require an appsecret_proof argument');
    if (proof !== createHmac('sha256', client.clientSecret).update(accessToken).digest('hex'))
      return error(res, 100, 'GraphMethodException', 'Invalid appsecret_proof provided in the API argument');
    const fields = ['id', ...(query.get('fields') ?? 'name').split(',')];
    const isGiven = (name: string) => fields.includes(name) && (name !== 'email' || grant.scopes.includes('email'));
    res.json(Object.fromEntries(Object.entries(grant.user).filter(([name]) => isGiven(name))));
  });
  return provider;
}
