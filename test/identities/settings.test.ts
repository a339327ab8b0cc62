import { generateKeyPairSync } from 'node:crypto';
import { customPreset, presetOf, providerPresets } from '../../src/accounts/providers/provider-table';
import { readConfig } from '../../src/compose/config';
import { ConfigError } from '../../src/platform/config/config-error';
import { describeMisspelled } from '../../src/platform/config/merge-settings';

function problemsOf(env: Record<string, string>): readonly string[] {
  try {
    readConfig(env);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.problems : [String(error)];
  }
}

const google = { PROVIDERS: 'google', PROVIDER_GOOGLE_CLIENT_ID: 'id', PROVIDER_GOOGLE_CLIENT_SECRET: 'the-secret' };
const pemOf = (namedCurve: string) =>
  generateKeyPairSync('ec', { namedCurve }).privateKey.export({ format: 'pem', type: 'pkcs8' }).toString();

test('three variables are enough for a provider that Gatehouse knows', () => {
  const config = readConfig(google);
  expect(config.providers).toMatchObject([
    {
      id: 'google',
      label: 'Google',
      clientId: 'id',
      issuer: 'https://accounts.google.com',
      scopes: 'openid email profile',
      audiences: [],
      require: {},
      endpoints: null,
      tenant: null,
    },
  ]);
  expect(JSON.stringify(config)).not.toContain('the-secret');
});

test('all settings of a provider of one’s own, in the order of the list', () => {
  const { providers, misspelled } = readConfig({
    ...google,
    PROVIDERS: 'staff, google',
    PROVIDER_STAFF_CLIENT_ID: 'staff-id',
    PROVIDER_STAFF_CLIENT_SECRET: 'x',
    PROVIDER_STAFF_ISSUER: 'https://sso.example.com/realms/staff',
    PROVIDER_STAFF_LABEL: 'Staff',
    PROVIDER_STAFF_SCOPES: 'openid email',
    PROVIDER_STAFF_AUDIENCES: 'ios, android',
    PROVIDER_STAFF_REQUIRE: 'department=it,url=https://a.example/?b=c',
  });
  expect(providers.map(({ id }) => id)).toEqual(['staff', 'google']);
  expect(providers[0]).toMatchObject({
    label: 'Staff',
    issuer: 'https://sso.example.com/realms/staff',
    scopes: 'openid email',
    audiences: ['ios', 'android'],
    require: { department: 'it', url: 'https://a.example/?b=c' },
    preset: customPreset,
  });
  expect(misspelled).toEqual([]);
});

test('one’s own GitHub has its API below its address, and Microsoft its tenant', () => {
  const of = (id: string, more: Record<string, string>) =>
    readConfig({
      PROVIDERS: id,
      [`PROVIDER_${id.toUpperCase()}_CLIENT_ID`]: 'x',
      [`PROVIDER_${id.toUpperCase()}_CLIENT_SECRET`]: 'x',
      ...more,
    }).providers[0];
  expect(of('github', {})?.endpoints?.user).toBe('https://api.github.com/user');
  expect(of('github', { PROVIDER_GITHUB_ISSUER: 'https://git.example.com/' })?.endpoints).toEqual({
    authorization: 'https://git.example.com/login/oauth/authorize',
    token: 'https://git.example.com/login/oauth/access_token',
    answersAs: 'https://git.example.com/login/oauth',
    user: 'https://git.example.com/api/v3/user',
    emails: 'https://git.example.com/api/v3/user/emails',
  });
  expect(of('microsoft', {})?.issuer).toBe('https://login.microsoftonline.com/common/v2.0');
  const tenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
  expect(of('microsoft', { PROVIDER_MICROSOFT_TENANT: tenant })).toMatchObject({
    issuer: `https://login.microsoftonline.com/${tenant}/v2.0`,
    tenant,
  });
});

test.each<[string, Record<string, string>, string]>([
  [
    'without its client',
    { PROVIDERS: 'google' },
    'PROVIDERS needs PROVIDER_GOOGLE_CLIENT_ID, PROVIDER_GOOGLE_CLIENT_SECRET',
  ],
  [
    'of one’s own without an issuer',
    { PROVIDERS: 'staff', PROVIDER_STAFF_CLIENT_ID: 'x', PROVIDER_STAFF_CLIENT_SECRET: 'x' },
    'PROVIDERS needs PROVIDER_STAFF_ISSUER',
  ],
  [
    'Apple without its key',
    { PROVIDERS: 'apple', PROVIDER_APPLE_CLIENT_ID: 'x' },
    'PROVIDERS needs PROVIDER_APPLE_TEAM_ID, PROVIDER_APPLE_KEY_ID, PROVIDER_APPLE_PRIVATE_KEY',
  ],
  [
    'with an issuer without TLS in production',
    {
      ...google,
      PROVIDER_GOOGLE_ISSUER: 'HTTP://localhost:9',
      NODE_ENV: 'production',
      DATA_DIR: '/x',
      PUBLIC_URL: 'https://x.example',
    },
    'PROVIDERS needs PROVIDER_GOOGLE_ISSUER with https:// in production',
  ],
  [
    'with an issuer that is no address',
    { ...google, PROVIDER_GOOGLE_ISSUER: 'http://google.example' },
    'PROVIDER_GOOGLE_ISSUER must be the issuer of the provider, an https:// URL without query or fragment, such as https://sso.example.com/realms/staff',
  ],
  [
    'with a label of two lines',
    { ...google, PROVIDER_GOOGLE_LABEL: 'a\nb' },
    'PROVIDER_GOOGLE_LABEL must be at most 40 characters',
  ],
  [
    'with a claim without a value',
    { ...google, PROVIDER_GOOGLE_REQUIRE: 'hd' },
    'PROVIDER_GOOGLE_REQUIRE must be claims such as hd=example.com, separated by commas, each at most once',
  ],
  [
    'of a tenant that is none',
    { PROVIDER_MICROSOFT_TENANT: 'contoso.com' },
    'PROVIDER_MICROSOFT_TENANT must be common, organizations, consumers or the id of a tenant',
  ],
  [
    'with a key of another curve',
    { PROVIDER_APPLE_PRIVATE_KEY: pemOf('secp384r1') },
    'PROVIDER_APPLE_PRIVATE_KEY must be the private key of the .p8 file in PEM',
  ],
])('a provider %s', (_, env, problem) => {
  expect(problemsOf(env)).toContain(problem);
});

test.each([
  'Google',
  'go-ogle',
  'google,email',
  '1password',
  'google,google',
  Array.from({ length: 21 }, (_, i) => `p${i}`).join(),
])('PROVIDERS=%s', (PROVIDERS) => {
  expect(problemsOf({ PROVIDERS })).toContain(
    'PROVIDERS must be at most 20 different ids of a lower-case letter and of a-z, 0-9 and "_", separated by commas, and none of email, passkey and password',
  );
});

test('the key of Apple can have its line breaks as text', () => {
  const pem = pemOf('P-256');
  const apple = {
    PROVIDERS: 'apple',
    PROVIDER_APPLE_CLIENT_ID: 'x',
    PROVIDER_APPLE_TEAM_ID: 't',
    PROVIDER_APPLE_KEY_ID: 'k',
    PROVIDER_APPLE_PRIVATE_KEY: pem.replaceAll('\n', '\\n'),
  };
  expect(readConfig(apple).providers[0]?.apple?.privateKey.reveal()).toBe(pem);
});

test('a misspelled setting of a provider, and that of a provider which is not in the list', () => {
  const { misspelled } = readConfig({
    ...google,
    PROVIDER_GOOGLE_CLIENT_SECRT: 'x',
    PROVIDER_GITHUB_CLIENT_ID: 'hunter2',
    PROVIDER_GOGGLE_LABEL: 'x',
    PROVIDER_NAME: 'x',
  });
  expect(misspelled.map(describeMisspelled)).toEqual([
    'PROVIDER_GOOGLE_CLIENT_SECRT is not a setting. Did you mean PROVIDER_GOOGLE_CLIENT_SECRET?',
    'PROVIDER_GITHUB_CLIENT_ID has no effect, because PROVIDERS does not have "github".',
    'PROVIDER_GOGGLE_LABEL has no effect, because PROVIDERS does not have "goggle".',
  ]);
});

describe('a provider vouches for an address', () => {
  const gmail = { email: 'Ada@Gmail.com' };
  const own = { email: 'ada@example.com' };
  test.each<[string, object, boolean]>([
    ['google', { ...gmail, email_verified: true }, true],
    ['google', { ...gmail, email_verified: 'true' }, true],
    ['google', { ...own, email_verified: 'true' }, false],
    ['google', { ...gmail, email_verified: false }, false],
    ['google', { ...own, email_verified: true }, false],
    ['google', { ...own, email_verified: true, hd: 'example.com' }, true],
    ['google', { email: 'ada@gmail.com.example.com', email_verified: true }, false],
    ['google', { ...own, email_verified: true, hd: true }, false],
    ['microsoft', { ...own, email_verified: true }, false],
    ['microsoft', { ...own, xms_edov: true }, true],
    ['microsoft', { ...own, xms_edov: '1' }, true],
    ['microsoft', { ...own, xms_edov: 0 }, false],
    ['apple', { ...own, email_verified: 'true' }, true],
    ['apple', { ...own, email_verified: 'false' }, false],
    ['gitlab', { ...own, email_verified: true }, true],
    ['github', { ...own, email_verified: true }, true],
    ['discord', { ...own, email_verified: 1 }, false],
    ['facebook', { ...own, email_verified: true }, false],
    ['staff', { ...own, email_verified: true }, true],
    ['staff', { ...own, email_verified: 'true' }, true],
    ['staff', { ...own, email_verified: 'TRUE' }, false],
    ['facebook', { ...own, email_verified: 'true' }, false],
    ['microsoft', { ...own, email_verified: 'true' }, false],
    ['staff', own, false],
    ['constructor', { ...own, email_verified: true }, true],
  ])('%s: %j: %s', (id, claims, expected) => {
    expect(presetOf(id).vouches({ ...claims })).toBe(expected);
  });

  test('each row of the table is tested', () => {
    expect(Object.keys(providerPresets)).toEqual([
      'google',
      'microsoft',
      'apple',
      'gitlab',
      'github',
      'discord',
      'facebook',
    ]);
  });
});
