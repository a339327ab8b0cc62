import { execFile } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import path from 'node:path';
import { promisify } from 'node:util';
import { password } from './accounts';
import { always, Connection, type Senders } from './connection';
import { projectRoot } from './support';

/** The requests of OpenID clients that can be sent many times. */
export const openidOperations = [
  'clientCredentials',
  'introspect',
  'userinfo',
  'oauthRefresh',
  'keySet',
  'discovery',
] as const;
export type OpenidOperation = (typeof openidOperations)[number];

const redirectUri = 'https://app.example.com/callback';

/** A form, as RFC 6749 has it, with the credentials of a client in the header. */
export function formPost(path: string, fields: Record<string, string>, headers: Record<string, string>): Buffer {
  const body = new URLSearchParams(fields).toString();
  const all = {
    Host: 'x',
    'Content-Type': 'application/x-www-form-urlencoded',
    'Content-Length': body.length,
    ...headers,
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`POST ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body}`);
}

export function get(path: string, headers: Record<string, string> = {}): Buffer {
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
  return Buffer.from(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
}

/**
 * Creates an application and a service of the operator with the command line of the version in `root`, and signs one person
 * in to the application for each connection.
 */
export async function openOpenidClients(
  { port, root = projectRoot, env }: { port: number; root?: string | undefined; env: Readonly<Record<string, string>> },
  emails: readonly string[],
): Promise<Senders<OpenidOperation>[]> {
  const create = async (...args: string[]) => {
    const command = [path.join(root, 'dist/cli/main.js'), 'clients', 'create', '--json', ...args];
    const { stdout } = await promisify(execFile)(process.execPath, command, { env: { ...process.env, ...env } });
    const { client, client_secret: secret } = JSON.parse(stdout);
    return {
      id: String(client.id),
      basic: { Authorization: `Basic ${Buffer.from(`${client.id}:${secret}`).toString('base64')}` },
    };
  };
  const scopes = ['openid', 'profile', 'email', 'offline_access'];
  const app = await create(
    '--name',
    'app',
    '--first-party',
    '--redirect-uri',
    redirectUri,
    ...scopes.flatMap((name) => ['--scope', name]),
  );
  const service = await create('--name', 'service', '--first-party', '--scope', 'orders:read');
  const connection = await Connection.open(port);
  const all: Senders<OpenidOperation>[] = [];
  for (const email of emails) {
    const login = await connection.send(formPost('/login', { email, password }, { 'Sec-Fetch-Site': 'same-origin' }));
    const Cookie = [...login.head.matchAll(/^set-cookie: ([^;]*)/gim)].map(([, cookie]) => cookie).join('; ');
    const verifier = randomBytes(32).toString('base64url');
    const asked = new URLSearchParams({
      response_type: 'code',
      client_id: app.id,
      redirect_uri: redirectUri,
      scope: scopes.join(' '),
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    });
    const go = async (to: string) => {
      const { head } = await connection.send(get(to, { Cookie, 'Sec-Fetch-Site': 'cross-site' }));
      return /^location: (\S*)/im.exec(head)?.[1] ?? '';
    };
    const answered = await go(await go(`/oauth/authorize?${asked}`));
    const code = new URL(answered, redirectUri).searchParams.get('code');
    if (!code) throw new Error(`no code, but ${answered}`);
    const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri, code_verifier: verifier };
    const { body } = await connection.send(formPost('/oauth/token', fields, app.basic));
    const tokens = JSON.parse(body.toString());
    let unused: string = tokens.refresh_token;
    all.push({
      clientCredentials: always(formPost('/oauth/token', { grant_type: 'client_credentials' }, service.basic)),
      introspect: always(formPost('/oauth/introspect', { token: tokens.access_token }, service.basic)),
      userinfo: always(get('/oauth/userinfo', { Authorization: `Bearer ${tokens.access_token}` })),
      oauthRefresh: {
        request: () => formPost('/oauth/token', { grant_type: 'refresh_token', refresh_token: unused }, app.basic),
        answered(answer) {
          unused = JSON.parse(answer.toString()).refresh_token;
        },
      },
      keySet: always(get('/.well-known/jwks.json')),
      discovery: always(get('/.well-known/openid-configuration')),
    });
  }
  connection.close();
  return all;
}
