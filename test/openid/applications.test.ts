import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as openid from 'openid-client';
import { redirectUriKindOf } from '../../src/accounts/applications/redirect-uri';
import { readText } from '../support/doc-pages';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { allScopes, createApp, signedIn } from '../support/openid';
import { type SignedInApp, signInTo } from '../support/openid-app';
import { verifyAddress } from '../support/verified-address';

/**
 * Plays the requests of the applications in docs/integrate/openid-connect.md, as their sources send them, with the settings of
 * the page: the scopes, PKCE, the nonce, how they authenticate, and their addresses. It reads what they read. Their
 * names stand in the table.
 */
interface Application {
  name: string;
  kind?: 'public';
  /** Those that are registered. The first one is used. */
  redirectUris: readonly [string, ...string[]];
  scope: string;
  pkce?: boolean;
  nonce?: boolean;
  auth?: 'basic' | 'post' | 'none';
  parameters?: Record<string, string>;
  /** What it takes from the ID token and userinfo, and what it must find there. */
  reads(signedIn: SignedInApp, person: Person): [found: unknown, expected: unknown] | Promise<[unknown, unknown]>;
}

interface Person {
  userId: string;
  email: string;
}

const roles = ['admin', 'ops'];
const name = 'Ada Lovelace';
const immich = ['https://immich.example.com/auth/login', 'https://immich.example.com/user-settings'] as const;
const immichApp = 'app.immich:///oauth-callback';
const vault = 'https://vault.example.com/ui/vault/auth/oidc/oidc/callback';
const vaultCli = 'http://localhost:8250/oidc/callback';

/** golang.org/x/oauth2 tries HTTP Basic first, and sends no nonce by itself. */
const applications: readonly Application[] = [
  {
    name: 'Argo CD',
    redirectUris: ['https://argocd.example.com/auth/callback'],
    scope: 'openid profile email groups',
    pkce: true,
    nonce: false,
    parameters: { claims: JSON.stringify({ id_token: { groups: { essential: true } } }) },
    reads: ({ claims }, { userId }) => [
      [claims.sub, claims.groups],
      [userId, roles],
    ],
  },
  {
    name: 'Argo CD CLI',
    kind: 'public',
    redirectUris: ['http://localhost:8085/auth/callback'],
    scope: 'openid profile email groups offline_access',
    auth: 'none',
    nonce: false,
    reads: ({ claims, tokens }) => [
      [claims.groups, typeof tokens.refresh_token],
      [roles, 'string'],
    ],
  },
  {
    name: 'Gitea',
    redirectUris: ['https://gitea.example.com/user/oauth2/gatehouse/callback'],
    scope: 'openid profile email groups',
    pkce: false,
    nonce: false,
    // Userinfo replaces what the ID token says.
    reads: ({ claims, userinfo }, { userId, email }) => {
      const all = { ...claims, ...userinfo };
      return [
        [all.sub, all.preferred_username, all.email, all.name, all.groups],
        [userId, email, email, name, roles],
      ];
    },
  },
  {
    name: 'GitLab',
    redirectUris: ['https://gitlab.example.com/users/auth/openid_connect/callback'],
    scope: 'openid profile email',
    auth: 'post',
    reads: ({ userinfo }, { userId, email }) => [
      [userinfo.sub, userinfo.name, userinfo.email, userinfo.preferred_username],
      [userId, name, email, email],
    ],
  },
  {
    name: 'Grafana',
    redirectUris: ['https://grafana.example.com/login/generic_oauth'],
    scope: 'openid profile email roles',
    nonce: false,
    // The role comes from the ID token, else from userinfo.
    reads: ({ claims, userinfo }, { email }) => [
      [claims.email, claims.name, claims.roles, userinfo.roles],
      [email, name, roles, roles],
    ],
  },
  {
    name: 'Home Assistant',
    kind: 'public',
    redirectUris: ['https://home.example.com/auth/oidc/callback'],
    scope: 'openid profile groups email',
    auth: 'none',
    reads: ({ tokens, claims }, { userId, email }) => [
      [headOf(tokens.id_token).alg, claims.sub, claims.preferred_username, claims.name, claims.groups],
      ['RS256', userId, email, name, roles],
    ],
  },
  {
    name: 'Immich',
    redirectUris: [...immich, immichApp],
    scope: 'openid email profile immich',
    auth: 'post',
    nonce: false,
    // With an address in the ID token, it does not ask userinfo.
    reads: ({ claims }, { userId, email }) => [
      [claims.sub, claims.email, claims.preferred_username, claims.immich_role, typeof claims.sid],
      [userId, email, email, 'admin', 'string'],
    ],
  },
  {
    name: 'Immich app',
    redirectUris: [immichApp, ...immich],
    scope: 'openid email profile',
    auth: 'post',
    nonce: false,
    reads: ({ claims }, { userId, email }) => [
      [claims.sub, claims.email],
      [userId, email],
    ],
  },
  {
    name: 'Jellyfin',
    redirectUris: ['https://jellyfin.example.com/sso/OID/redirect/gatehouse'],
    scope: 'openid profile email groups',
    auth: 'post',
    nonce: false,
    reads: ({ userinfo }, { email }) => [
      [userinfo.preferred_username, userinfo.groups],
      [email, roles],
    ],
  },
  {
    name: 'kubelogin',
    kind: 'public',
    redirectUris: ['http://localhost:8000'],
    scope: 'email groups offline_access openid',
    auth: 'none',
    // The API server reads the ID token alone, which kubelogin renews.
    reads: async ({ config, tokens, claims }, { email }) => {
      const renewed = (await openid.refreshTokenGrant(config, String(tokens.refresh_token))).claims();
      const of = (token: Record<string, unknown> = {}) => [token.email, token.email_verified, token.groups];
      return [[of(claims), of(renewed)], Array(2).fill([email, true, roles])];
    },
  },
  {
    name: 'Nextcloud',
    redirectUris: ['https://cloud.example.com/apps/user_oidc/code'],
    scope: 'openid email profile groups',
    auth: 'post',
    parameters: {
      claims: JSON.stringify({
        id_token: { email: null, name: null, quota: null, groups: null },
        userinfo: { email: null, name: null, quota: null, groups: null },
      }),
    },
    reads: ({ claims }, { userId, email }) => [
      [claims.sub, claims.name, claims.email, claims.groups, claims.quota],
      [userId, name, email, roles, undefined],
    ],
  },
  {
    name: 'oauth2-proxy',
    redirectUris: ['https://intern.example.com/oauth2/callback'],
    scope: 'openid email profile groups',
    reads: ({ claims }, { email }) => [
      [claims.email, claims.email_verified, claims.groups, claims.preferred_username],
      [email, true, roles, email],
    ],
  },
  {
    name: 'Outline',
    redirectUris: ['https://wiki.example.com/auth/oidc.callback'],
    scope: 'openid profile email',
    auth: 'post',
    nonce: false,
    reads: ({ userinfo }, { userId, email }) => [
      [userinfo.sub, userinfo.email, userinfo.name, userinfo.preferred_username],
      [userId, email, name, email],
    ],
  },
  {
    name: 'Spring Boot',
    redirectUris: ['https://app.example.com/login/oauth2/code/gatehouse'],
    scope: 'openid profile email',
    pkce: false,
    reads: ({ claims, userinfo }, { userId, email }) => [
      [claims.sub, userinfo.sub, userinfo.email],
      [userId, userId, email],
    ],
  },
  ...['query', 'form_post'].map(
    (mode, i): Application => ({
      name: ['Vault', 'Vault CLI'][i] ?? '',
      redirectUris: i === 0 ? [vault, vaultCli] : [vaultCli, vault],
      scope: 'openid profile email groups',
      parameters: { response_mode: mode },
      reads: ({ claims }, { userId }) => [
        [claims.sub, claims.groups],
        [userId, roles],
      ],
    }),
  ),
];

const headOf = (jwt: string | undefined): Record<string, unknown> =>
  JSON.parse(Buffer.from(String(jwt).split('.')[0] ?? '', 'base64url').toString());

let gatehouse: Gatehouse;
beforeAll(async () => {
  const file = path.join(mkdtempSync(path.join(tmpdir(), 'openid-')), 'openid-claims.json');
  const scope = { immich_role: '{{claims.immich}}', label: { en: 'See what you may do in Immich' } };
  writeFileSync(file, JSON.stringify({ immich: scope }));
  gatehouse = await startGatehouse({ OPENID_CLAIMS: file });
});
afterAll(() => gatehouse.stop());

test.each(applications)('$name', async ({ kind, redirectUris, reads, ...sends }) => {
  const { client: browser, userId, email } = await signedIn(gatehouse);
  await verifyAddress(gatehouse, email);
  await gatehouse.sql(`UPDATE users SET roles = '{${roles}}', claims = '{"immich": "admin"}' WHERE id = '${userId}'`);
  const app = await createApp(gatehouse, {
    ...(kind && { kind }),
    redirectUris,
    scopes: [...allScopes, 'immich'],
    pkceRequired: sends.pkce !== false,
  });
  const [redirectUri] = redirectUris;
  const signedInApp = await signInTo(gatehouse, browser, app, { ...sends, redirectUri });
  const [found, expected] = await reads(signedInApp, { userId, email });
  expect(found).toEqual(expected);
  // Any program of the device can have an address there, so the person sees who asks.
  expect(signedInApp.asked !== null).toBe(redirectUriKindOf(redirectUri) !== 'site');
});

test('the page has a row for each of these tests, with the addresses of its application', () => {
  const page = readText('docs/integrate/openid-connect.md');
  const [, table = ''] = /^\| application .*\n((?:\|.*\n)+)/m.exec(page) ?? [];
  const rows = table
    .split('\n')
    .slice(1, -1)
    .map((row) => row.split(/(?<!\\)\|/).map((cell) => cell.trim()));
  const isOf = (shown: string, test: string) => shown.includes(test.replace(/ (CLI|app)$/, ''));
  expect(rows.filter(([, shown = '']) => !applications.some(({ name: test }) => isOf(shown, test)))).toEqual([]);
  for (const { name: test, redirectUris } of applications) {
    const [, , , uris = ''] = rows.find(([, shown = '']) => isOf(shown, test)) ?? [];
    const missing = redirectUris
      .map((uri) =>
        uri.replace(/^https:\/\/[^/]+/, '').replace(/gatehouse(?=\/callback$)|(?<=\/redirect\/)gatehouse$/, '<name>'),
      )
      .filter((uri) => !uris.includes(`\`${uri}\``));
    expect([test, missing]).toEqual([test, []]);
  }
});
