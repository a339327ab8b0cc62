import type { OAuthClient } from '../../accounts/applications/oauth-client';
import { openidDocument } from '../../features/openid/discovery.rest';

/** What an application needs that does not find the endpoints by itself. The names are those of `words.console.clients.addresses`. */
export function clientAddresses(publicUrl: string, { kind }: Pick<OAuthClient, 'kind'>) {
  const document = openidDocument(publicUrl);
  const forPeople = {
    authorization: document.authorization_endpoint,
    token: document.token_endpoint,
    userinfo: document.userinfo_endpoint,
    logout: document.end_session_endpoint,
  };
  const forServices = { token: document.token_endpoint, introspection: document.introspection_endpoint };
  return {
    issuer: document.issuer,
    discovery: `${publicUrl}/.well-known/openid-configuration`,
    ...(kind === 'service' ? forServices : forPeople),
    keys: document.jwks_uri,
  };
}

/** The settings of a program for a client. */
interface ClientSettings {
  name: '.env' | 'Grafana' | 'oauth2-proxy' | 'openid-client';
  /** The name of the file, also for a download. */
  file: string;
  text: string;
}

/** Stands in the settings for a secret that is shown no more. */
const unknownSecret = 'YOUR_CLIENT_SECRET';

type SettingsClient = Pick<OAuthClient, 'id' | 'kind' | 'redirectUris' | 'scopes'>;

/** The values are those of docs/integrate/openid-connect.md. `secret` is null after it was shown. */
export function clientSettings(publicUrl: string, client: SettingsClient, secret: string | null): ClientSettings[] {
  const { kind } = client;
  const [redirectUri] = client.redirectUris;
  const env = { ...client, publicUrl, redirectUri, secret: secret ?? unknownSecret };
  if (kind === 'service' || redirectUri === undefined) return [envFile(env)];
  const known = { ...env, redirectUri };
  if (kind === 'public') return [envFile(env), openidClient(known)];
  return [envFile(env), grafana(known), oauth2Proxy(known), openidClient(known)];
}

interface Known extends SettingsClient {
  publicUrl: string;
  redirectUri: string;
  secret: string;
}

const asked = ({ scopes }: SettingsClient, wanted: readonly string[]) =>
  wanted.filter((scope) => scopes.includes(scope)).join(' ');

const envFile = (client: Omit<Known, 'redirectUri'> & { redirectUri: string | undefined }): ClientSettings => ({
  name: '.env',
  file: '.env',
  text: lines([
    `ISSUER=${client.publicUrl}`,
    `CLIENT_ID=${client.id}`,
    client.kind !== 'public' && `CLIENT_SECRET=${client.secret}`,
    client.redirectUri !== undefined && `REDIRECT_URI=${client.redirectUri}`,
  ]),
});

const openidClient = (client: Known): ClientSettings => ({
  name: 'openid-client',
  file: 'gatehouse.mjs',
  text: lines([
    client.kind !== 'public' && "import { env } from 'node:process';",
    "import * as openid from 'openid-client';",
    '',
    'export const gatehouse = await openid.discovery(',
    `  new URL('${client.publicUrl}'),`,
    `  '${client.id}',`,
    `  ${client.kind === 'public' ? 'undefined' : 'env.CLIENT_SECRET'},`,
    `  ${client.kind === 'public' ? 'openid.None()' : 'undefined'},`,
    client.publicUrl.startsWith('http:') && '  { execute: [openid.allowInsecureRequests] },',
    ');',
    '',
    'export const pkceCodeVerifier = openid.randomPKCECodeVerifier();',
    'export const url = openid.buildAuthorizationUrl(gatehouse, {',
    `  redirect_uri: '${client.redirectUri}',`,
    `  scope: '${asked(client, ['openid', 'profile', 'email'])}',`,
    '  code_challenge: await openid.calculatePKCECodeChallenge(pkceCodeVerifier),',
    "  code_challenge_method: 'S256',",
    '});',
  ]),
});

function grafana(client: Known): ClientSettings {
  const addresses = openidDocument(client.publicUrl);
  return {
    name: 'Grafana',
    file: 'grafana.ini',
    text: lines([
      '[auth.generic_oauth]',
      'enabled = true',
      `client_id = ${client.id}`,
      `client_secret = ${client.secret}`,
      `auth_url = ${addresses.authorization_endpoint}`,
      `token_url = ${addresses.token_endpoint}`,
      `api_url = ${addresses.userinfo_endpoint}`,
      `scopes = ${asked(client, ['openid', 'profile', 'email', 'roles'])}`,
      client.scopes.includes('roles') && "role_attribute_path = contains(roles[*], 'admin') && 'Admin' || 'Viewer'",
      'use_pkce = true',
    ]),
  };
}

const oauth2Proxy = ({ publicUrl, id, secret, redirectUri }: Known): ClientSettings => ({
  name: 'oauth2-proxy',
  file: 'oauth2-proxy.cfg',
  text: lines([
    'provider = "oidc"',
    `oidc_issuer_url = "${publicUrl}"`,
    `client_id = "${id}"`,
    `client_secret = "${secret}"`,
    `redirect_url = "${redirectUri}"`,
    'code_challenge_method = "S256"',
    'email_domains = ["*"]',
    '# cookie_secret: openssl rand -base64 32 | tr -- "+/" "-_"',
  ]),
});

const lines = (texts: readonly (string | false)[]): string => texts.filter((text) => text !== false).join('\n');
