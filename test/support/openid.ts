import { createHash, randomBytes } from 'node:crypto';
import { createClientSecret, hashClientSecret } from '../../src/accounts/applications/client-secret';
import { uuidv7 } from '../../src/platform/runtime/uuid';
import type { Gatehouse } from './gatehouse';
import { stopClock } from './limits';
import { basic, postForm } from './oauth';
import { PageClient, type PageReply } from './page-client';

export const callback = 'https://app.example.com/callback';
export const allScopes = ['openid', 'profile', 'email', 'phone', 'roles', 'groups', 'offline_access'];

/** A client into which people sign in, as a row of the database. */
export interface ClientRow {
  id: string;
  /** Null: a public client. */
  secret: string | null;
  name?: string;
  /** Otherwise as the other fields say. */
  kind?: 'service' | 'web' | 'public';
  redirectUris: readonly string[];
  postLogoutRedirectUris?: readonly string[];
  scopes: readonly string[];
  audience?: string | null;
  firstParty: boolean;
  pkceRequired: boolean;
  deviceGrant?: boolean;
  disabled?: boolean;
  idTokenAlg?: 'RS256' | 'ES256';
}

/** Adds a client whose id and secret the test knows before. */
export async function insertClient({ sql }: Pick<Gatehouse, 'sql'>, client: ClientRow): Promise<void> {
  const list = (values: readonly string[] = []) => `ARRAY[${values.map((value) => `'${value}'`)}]::text[]`;
  const hash = client.secret === null ? new Uint8Array(32) : hashClientSecret(client.secret);
  const usual = client.secret === null ? 'public' : client.redirectUris.length === 0 ? 'service' : 'web';
  await sql(`INSERT INTO oauth_clients (id, name, kind, redirect_uris, post_logout_redirect_uris, scopes, audience, first_party,
      pkce_required, device_grant, id_token_alg, disabled_ts, secret_hash, secret_ts, created_ts)
    VALUES ('${client.id}', '${client.name ?? 'Wiki'}', '${client.kind ?? usual}', ${list(client.redirectUris)},
      ${list(client.postLogoutRedirectUris)}, ${list(client.scopes)}, ${client.audience ? `'${client.audience}'` : 'NULL'},
      ${client.firstParty}, ${client.pkceRequired}, ${client.deviceGrant ?? false}, '${client.idTokenAlg ?? 'RS256'}',
      ${client.disabled ? 'now()' : 'NULL'}, '\\x${Buffer.from(hash).toString('hex')}', now(), now())`);
}

/** An application into which people sign in. */
export type App = Pick<ClientRow, 'id' | 'secret'>;

type AppRow = Partial<Omit<ClientRow, 'id' | 'secret'>>;

export async function createApp(gatehouse: Pick<Gatehouse, 'sql'>, row: AppRow = {}): Promise<App> {
  const app = { id: uuidv7(), secret: row.kind === 'public' ? null : createClientSecret() };
  const usual = { name: 'Grafana', kind: 'web', redirectUris: [callback], scopes: allScopes } as const;
  await insertClient(gatehouse, { ...usual, firstParty: true, pkceRequired: true, ...row, ...app });
  return app;
}

export interface Pkce {
  verifier: string;
  challenge: string;
}

export function createPkce(): Pkce {
  const verifier = randomBytes(32).toString('base64url');
  return { verifier, challenge: s256(verifier) };
}

export const s256 = (verifier: string): string => createHash('sha256').update(verifier).digest('base64url');

/** Moves the clock of the test. */
export function passes(ms: number): void {
  stopClock();
  jest.setSystemTime(Date.now() + ms);
}

/** The parameters of an authorization request. An undefined one is left out. */
export type Parameters = Record<string, string | undefined>;

export function authorizePath(app: App, parameters: Parameters = {}, pkce: Pkce | null = null): string {
  const all: Parameters = {
    response_type: 'code',
    client_id: app.id,
    redirect_uri: callback,
    scope: 'openid email',
    state: 'the state',
    ...(pkce && { code_challenge: pkce.challenge, code_challenge_method: 'S256' }),
    ...parameters,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return `/oauth/authorize?${new URLSearchParams(sent)}`;
}

/** A browser comes from the application, and goes where it is sent, up to a page or to another site. */
export async function browse(client: PageClient, path: string): Promise<PageReply> {
  let reply = await client.get(path, { headers: { 'Sec-Fetch-Site': 'cross-site' } });
  for (let i = 0; i < 5 && reply.location?.startsWith('/'); i += 1) reply = await client.get(reply.location);
  return reply;
}

/** What the application gets. */
export function answerIn({ location, status, text }: PageReply): Record<string, string> {
  if (!location?.startsWith('http'))
    throw new Error(`no answer to the application, but ${status} ${location}: ${text}`);
  return Object.fromEntries(new URL(location).searchParams);
}

export interface Credentials {
  email: string;
  password?: string;
}

/** A person who has registered on the page, and is signed in. */
export async function signedIn(gatehouse: Gatehouse): Promise<{ client: PageClient; email: string; userId: string }> {
  const client = new PageClient(gatehouse);
  const { email } = await client.register();
  const [row] = await gatehouse.sql(`SELECT id FROM users WHERE email = '${email}'`);
  return { client, email, userId: String(row?.id) };
}

export function authenticated(app: App): { headers: Record<string, string>; form: Record<string, string> } {
  if (app.secret === null) return { headers: {}, form: { client_id: app.id } };
  return { headers: basic(`${app.id}:${app.secret}`), form: {} };
}

/** Sends a request for tokens as the application. */
export function requestTokens(url: string, app: App, form: Record<string, string>) {
  const { headers, form: credentials } = authenticated(app);
  return postForm(`${url}/oauth/token`, { ...credentials, ...form }, headers);
}

export const redeem = (
  url: string,
  app: App,
  code: string | undefined,
  pkce: Pkce | null,
  own: Record<string, string> = {},
) =>
  requestTokens(url, app, {
    grant_type: 'authorization_code',
    code: code ?? '',
    redirect_uri: callback,
    ...(pkce && { code_verifier: pkce.verifier }),
    ...own,
  });

export const refreshTokens = (url: string, app: App, token: string, own: Record<string, string> = {}) =>
  requestTokens(url, app, { grant_type: 'refresh_token', refresh_token: token, ...own });

/** The code that the application gets for a person who is signed in. */
export async function codeOf(client: PageClient, app: App, parameters: Parameters = {}, pkce: Pkce | null = null) {
  const answer = answerIn(await browse(client, authorizePath(app, parameters, pkce)));
  if (answer.code === undefined) throw new Error(`no code: ${JSON.stringify(answer)}`);
  return answer.code;
}

/** Signs the person in to the application, and returns the answer of the token endpoint. */
export async function tokensFor(
  gatehouse: Pick<Gatehouse, 'url'>,
  client: PageClient,
  app: App,
  parameters: Parameters = {},
) {
  const pkce = createPkce();
  const code = await codeOf(client, app, parameters, pkce);
  const { status, body } = await redeem(gatehouse.url, app, code, pkce);
  if (status !== 200) throw new Error(`no tokens: ${JSON.stringify(body)}`);
  return body;
}

export const claimsIn = (jwt: string): Record<string, unknown> =>
  JSON.parse(Buffer.from(jwt.split('.')[1] ?? '', 'base64url').toString());
