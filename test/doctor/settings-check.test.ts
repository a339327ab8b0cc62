import { readConfig } from '../../src/compose/config';
import { checkSettings } from '../../src/doctor/settings-check';
import { settingFile } from '../support/setting-file';

const warnings = (env: Record<string, string>) =>
  checkSettings(readConfig(env)).flatMap(({ verdict, says }) => (verdict === 'warning' ? [says] : []));

test.each(['0.0.0.0', '::', '203.0.113.7', '2001:4860::1', '::ffff:203.0.113.7'])(
  'with TRUST_PROXY and the public address %s clients choose which address is limited',
  (HOST) => {
    expect(warnings({ HOST, TRUST_PROXY: '2' })).toEqual([
      expect.stringContaining(`TRUST_PROXY is 2 and HOST is ${HOST}: clients that reach port 4000 without the proxy`),
    ]);
    expect(warnings({ HOST })).toEqual([]);
  },
);

test.each(['127.0.0.1', '::1', 'localhost', '10.1.2.3', '192.168.0.7', 'fd00::7'])(
  'with TRUST_PROXY and the address %s they do not',
  (HOST) => expect(warnings({ HOST, TRUST_PROXY: '1' })).toEqual([]),
);

test.each([
  ['0.0.0.0/0', '0.0.0.0/0'],
  ['::/0', '::/0'],
  ['10.0.0.0/8', '10.0.0.0/8'],
  ['203.0.112.0/20', '203.0.112.0/20'],
  ['fd00::/16', 'fd00::/16'],
  ['2001:db8::/48', '2001:db8::/48'],
  ['10.20.0.0/16, 0.0.0.0/1,fd00:20::/48', '0.0.0.0/1'],
])('the trusted networks %s are too wide', (RATE_LIMIT_TRUSTED_NETWORKS, wide) => {
  expect(warnings({ RATE_LIMIT_TRUSTED_NETWORKS })).toEqual([
    expect.stringContaining(`RATE_LIMIT_TRUSTED_NETWORKS contains ${wide}, which has more addresses than`),
  ]);
});

test.each(['10.20.0.0/16', '172.16.5.0/24', '127.0.0.1', '203.0.113.0/24', 'fd00:20::/48', '2001:db8:0:1::/64', ''])(
  'the trusted network %s is not',
  (RATE_LIMIT_TRUSTED_NETWORKS) => expect(warnings({ RATE_LIMIT_TRUSTED_NETWORKS })).toEqual([]),
);

describe('CLIENT_METADATA', () => {
  const resources = (openTo: string) => settingFile({ 'https://mcp.example.com': { name: 'Notes', open_to: openTo } });
  const nothing = [expect.stringContaining('CLIENT_METADATA is set, but RESOURCES has no API that is open to any')];

  test('without an API that is open to any, its applications can only sign people in', () => {
    expect(warnings({ CLIENT_METADATA: 'any' })).toEqual(nothing);
    expect(warnings({ CLIENT_METADATA: 'claude.ai', RESOURCES: resources('registered') })).toEqual(nothing);
    expect(warnings({ CLIENT_METADATA: 'claude.ai', RESOURCES: resources('any') })).toEqual([]);
    expect(warnings({ RESOURCES: resources('registered') })).toEqual([]);
  });

  test('a file that cannot be read is the only finding', () => {
    const results = checkSettings(readConfig({ CLIENT_METADATA: 'any', RESOURCES: '/nowhere' }));
    expect(results.map(({ verdict }) => verdict)).toEqual(['failure']);
  });
});

describe('passkeys', () => {
  const PUBLIC_URL = 'https://id.example.com';
  const of = (env: Record<string, string>) =>
    warnings({ NODE_ENV: 'production', DATA_DIR: '.data', PUBLIC_URL, ...env });

  test.each<Record<string, string>>([
    {},
    { PASSKEY_RP_ID: 'id.example.com' },
    { PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: 'https://app.example.com,https://example.com' },
    { PASSKEY_ORIGINS: 'https://example.org' },
    { NODE_ENV: 'development', PUBLIC_URL: 'http://127.0.0.1:4000' },
    { NODE_ENV: 'development', PUBLIC_URL: 'http://[::1]:4000' },
    { PASSKEY_ORIGINS: `http://localhost:3000,android:apk-key-hash:${'x'.repeat(43)}` },
    { PASSKEYS: 'off', PUBLIC_URL: 'https://192.0.2.7', PASSKEY_ORIGINS: 'http://app.example.com' },
  ])('%j is right', (env) => expect(of(env)).toEqual([]));

  test.each<[Record<string, string>, string]>([
    [{ PASSKEY_RP_ID: 'example.org' }, 'PASSKEY_RP_ID is example.org, and the host of PUBLIC_URL is id.example.com'],
    [{ PASSKEY_RP_ID: 'ample.com' }, 'PASSKEY_RP_ID is ample.com, and the host of PUBLIC_URL is id.example.com'],
    [{ PUBLIC_URL: 'https://192.0.2.7' }, 'the host of PUBLIC_URL is the IP address 192.0.2.7'],
    [{ PUBLIC_URL: 'https://[2001:db8::7]' }, 'the host of PUBLIC_URL is the IP address [2001:db8::7]'],
    [{ PASSKEY_ORIGINS: 'http://app.id.example.com' }, 'PASSKEY_ORIGINS contains http://app.id.example.com'],
    [
      { PASSKEY_RP_ID: 'example.com', PASSKEY_ORIGINS: 'https://app.example.com,https://example.org' },
      'PASSKEY_ORIGINS contains https://example.org, outside of PASSKEY_RP_ID',
    ],
  ])('%j is probably a mistake', (env, text) => expect(of(env)).toEqual([expect.stringContaining(text)]));
});

describe('applications of the pages', () => {
  const env = {
    PUBLIC_URL: 'https://id.example.com',
    NODE_ENV: 'production',
    DATA_DIR: '/var/lib/gatehouse',
    REDIRECT_URIS: 'https://app.example.com/,https://app.example.com/signed-in,https://id.example.com/shop/',
  };

  test('which may call Gatehouse, and are on its site, have no problem', () => {
    expect(warnings({ ...env, CORS_ORIGINS: 'https://app.example.com' })).toEqual([]);
  });

  test('which may not call Gatehouse get no access token', () => {
    expect(warnings(env)).toEqual([
      expect.stringContaining('addresses of https://app.example.com, which CORS_ORIGINS'),
    ]);
  });

  test.each(['https://app.example.net', 'http://127.0.0.1:3000', 'https://app.example.com.evil.example'])(
    '%s is on another site',
    (origin) => {
      const found = warnings({ ...env, REDIRECT_URIS: `${origin}/`, CORS_ORIGINS: origin });
      expect(found).toEqual([
        expect.stringContaining(`addresses of ${origin}, another site than https://id.example.com`),
      ]);
    },
  );

  test.each([
    ['https://id.example.co.uk', 'https://app.example.co.uk'],
    // Two sites, but only the list of public suffixes would say so.
    ['https://id.example.co.uk', 'https://app.other.co.uk'],
    ['https://localhost:4000', 'https://app.localhost:3000'],
  ])('%s and %s can be on one site, which is no problem', (PUBLIC_URL, origin) => {
    const found = warnings({ ...env, PUBLIC_URL, REDIRECT_URIS: `${origin}/`, CORS_ORIGINS: origin });
    expect(found.filter((text) => text.includes('another site'))).toEqual([]);
  });

  test('need the page to sign in', () => {
    expect(warnings({ ...env, PAGES: 'off' })).toEqual([expect.stringContaining('PAGES has no sign-in')]);
  });
});

test('files of a theme that cannot be used are failures, because the server does not start', () => {
  const results = checkSettings(readConfig({ THEME_CSS: '/nowhere/theme.css', LOGO: '/nowhere/logo.gif' }));
  expect(results).toMatchObject([
    { verdict: 'failure', says: expect.stringContaining('THEME_CSS names a file that cannot be read (ENOENT)') },
    { verdict: 'failure', says: expect.stringContaining('LOGO must be a file that ends with') },
  ]);
});

test('so are files of fields and claims, with each problem once', () => {
  const [claims, scopes] = [settingFile({ sub: 'x', iss: 'x' }), settingFile({ profile: { sub: 'x' } })];
  const failures = (env: Record<string, string>) =>
    checkSettings(readConfig(env)).flatMap(({ verdict, says }) => (verdict === 'failure' ? [String(says)] : []));
  expect(failures({ TOKEN_CLAIMS: claims, OPENID_CLAIMS: scopes })).toEqual([
    expect.stringMatching(/^TOKEN_CLAIMS: "sub" is a claim/),
    expect.stringMatching(/^TOKEN_CLAIMS: "iss" is a claim/),
    expect.stringMatching(/^OPENID_CLAIMS: "profile" > "sub" is a claim/),
  ]);
  const [team, api] = [
    settingFile({ team: { label: { en: 'See your team' }, team_name: 'blue' } }),
    settingFile({ 'https://a.example': { name: 'A', scopes: { team: { en: 'Read' } } } }),
  ];
  expect(failures({ OPENID_CLAIMS: team, RESOURCES: api })).toEqual([
    'RESOURCES: "https://a.example": the scope "team" has a meaning already',
  ]);
  expect(failures({ USER_FIELDS: '/nowhere', TOKEN_CLAIMS: claims, OPENID_CLAIMS: scopes })).toEqual([
    expect.stringMatching(/^USER_FIELDS names a file that cannot be read/),
  ]);
});
