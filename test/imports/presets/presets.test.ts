import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseImportedPassword, UnusablePasswordError } from '../../../src/accounts/passwords/imported-password';
import { readImportRecords } from '../../../src/features/imports/import-record';
import { passwordFormatOf } from '../../../src/features/imports/password-format';
import {
  defaultFirebaseParameters,
  type Fields,
  type PresetLine,
  type PresetName,
  type PresetOptions,
  presetNames,
} from '../../../src/features/imports/presets/preset';
import { ProviderNames } from '../../../src/features/imports/provider-names';
import { allOf, chunksOf, presetWith, readSample, readText, sampleFiles, samplePath } from './read-sample';

const page = path.join(__dirname, '../../../docs/reference/import.md');

/** A line without the fields that are null, and only the format of its password. */
function outcomeOf(line: PresetLine): unknown {
  if ('problem' in line) return line.problem;
  const fields = Object.entries(line.record as Fields).filter(([, value]) => value != null);
  return Object.fromEntries(fields.map(([name, value]) => [name, name === 'password' ? passwordOf(value) : value]));
}

function passwordOf(value: unknown): unknown {
  if (typeof value !== 'string') return (value as Fields).format;
  try {
    return passwordFormatOf(parseImportedPassword(value));
  } catch (error) {
    return (error as Error).message;
  }
}

const outcomesOf = (lines: PresetLine[]): unknown[] => lines.map(outcomeOf);

test('firebase', async () => {
  expect(outcomesOf(await readSample('firebase'))).toEqual([
    {
      id: 'Gq3bKzT0lVYh2n8XwRfM5sPaJcE2',
      email: 'user1@example.com',
      email_verified: true,
      first_name: 'Jo Ann',
      last_name: 'Doe',
      tel: '+15555550100',
      disabled: false,
      created_ts: '2020-05-05T13:20:00.000Z',
      last_login_ts: '2024-07-01T13:40:34.567Z',
      password: 'firebase-scrypt',
    },
    {
      id: 'p4Vn8WmQ0sZrXe7TbYc1LkUo6Hj3',
      email: 'ada@example.com',
      email_verified: false,
      first_name: 'Ada',
      last_name: 'Lovelace',
      disabled: true,
      created_ts: '2020-05-05T13:20:00.001Z',
      password: 'firebase-scrypt',
    },
    // A user of Google's login: no password. Her only name is the first name.
    {
      id: 'socialUserOfGoogle0000000001',
      email: 'grace@example.com',
      email_verified: true,
      first_name: 'Grace',
      disabled: false,
      created_ts: '2020-05-05T13:20:00.002Z',
      last_login_ts: '2024-07-01T13:40:34.000Z',
      identities: [{ provider: 'google', subject: '117000000000000000001', email: 'grace@example.com' }],
    },
    // An anonymous user, and a user of a phone number.
    'has no e-mail address',
    'has no e-mail address',
  ]);
});

test('firebase: the parameters of the project', async () => {
  const firebase = { ...defaultFirebaseParameters, rounds: 4, memCost: 12, saltSeparator: 'AQ==' };
  const [first] = await readSample('firebase', { firebase });
  expect(first).toMatchObject({ record: { password: { rounds: 4, mem_cost: 12, salt_separator: 'AQ==' } } });
});

test('auth0: both exports, and lines that were joined', async () => {
  expect(outcomesOf(await readSample('auth0'))).toEqual([
    {
      id: 'auth0|5dea9f9c82dd7c0e76e4ec93',
      email: 'ada@example.com',
      email_verified: true,
      first_name: 'Ada',
      last_name: 'Lovelace',
      tel: '+15555550100',
      tel_verified: true,
      disabled: false,
      created_ts: '2019-12-06T18:36:12.412Z',
      last_login_ts: '2024-05-01T10:00:00.000Z',
      password: 'bcrypt',
    },
    // Her name is her address, and her line has no hash.
    {
      id: 'auth0|5dea9f9c82dd7c0e76e4ec94',
      email: 'nameless@example.com',
      email_verified: false,
      disabled: true,
      created_ts: '2019-12-06T18:36:13.000Z',
    },
    {
      id: 'google-oauth2|117000000000000000002',
      email: 'grace@example.com',
      email_verified: true,
      first_name: 'Grace Brewster',
      last_name: 'Hopper',
      created_ts: '2020-01-01T00:00:00.000Z',
      identities: [{ provider: 'google', subject: '117000000000000000002', email: 'grace@example.com' }],
    },
    { id: 'auth0|5dea9f9c82dd7c0e76e4ec95', email: 'hash@example.com', email_verified: false, password: 'bcrypt' },
    { id: 'auth0|euclid', email: 'euclid@example.com', email_verified: true, password: 'bcrypt' },
    'has no e-mail address',
  ]);
});

test('supabase', async () => {
  const id = (number: number) => `5f0c1d2e-0000-4000-8000-00000000000${number}`;
  const signerKey = /sk=([^$]+)/.exec(readFileSync(samplePath('supabase'), 'utf8'))?.[1] ?? '';
  const firebase = { ...defaultFirebaseParameters, signerKey };
  const outcomes = outcomesOf(await readSample('supabase', { firebase }));
  expect(outcomes).toEqual([
    {
      id: id(1),
      email: 'ada@example.com',
      email_verified: true,
      first_name: 'Ada',
      last_name: 'Lovelace "the \\ first"',
      tel: '+15555550100',
      tel_verified: true,
      disabled: false,
      created_ts: '2023-05-06T07:08:09+00:00',
      last_login_ts: '2024-01-02T03:04:05.678901+00:00',
      password: 'bcrypt',
    },
    // A ban of the future, and below one that has ended.
    {
      id: id(2),
      email: 'argon2@example.com',
      email_verified: false,
      tel_verified: false,
      disabled: true,
      created_ts: '2023-05-06T07:08:10+00:00',
      password: 'argon2',
    },
    {
      id: id(3),
      email: 'firebase@example.com',
      email_verified: true,
      tel_verified: false,
      disabled: false,
      created_ts: '2023-05-06T07:08:11+00:00',
      password: 'firebase-scrypt',
    },
    {
      id: id(4),
      email: 'grace@example.com',
      email_verified: true,
      first_name: 'Grace Brewster',
      last_name: 'Hopper',
      tel_verified: false,
      disabled: false,
      created_ts: '2023-05-06T07:08:12+00:00',
      identities: [{ provider: 'google', subject: '117000000000000000003', email: 'grace@example.com' }],
    },
    {
      id: id(5),
      email: 'sso@example.com',
      email_verified: true,
      tel_verified: false,
      disabled: false,
      created_ts: '2023-05-06T07:08:13+00:00',
    },
    'is an anonymous user',
    'is a deleted user',
    'has no e-mail address',
  ]);
  const other = await readSample('supabase', { firebase: { ...firebase, signerKey: 'AAAA' } });
  expect(outcomesOf(other)).toEqual(
    outcomes.with(2, 'has a Firebase hash with another signer key than IMPORT_FIREBASE_SIGNER'),
  );
});

test('supabase: a ban without an end, and texts of a hash that Supabase does not write', async () => {
  const outcome = async (fields: Fields) =>
    outcomesOf(await readText('supabase', JSON.stringify({ email: 'ada@example.com', ...fields })));
  expect(await outcome({ banned_until: 'infinity' })).toMatchObject([{ disabled: true }]);
  for (const stored of ['$fbscrypt$v=2,n=14,r=8,p=1$YQ==$YQ==', '$fbscrypt$v=1,n=14,r=8,p=1$YQ==', '$fbscrypt$']) {
    const reason = 'has a Firebase hash with other parameters than v=1 and p=1';
    expect(await outcome({ encrypted_password: stored })).toEqual([reason]);
  }
  const bare = await readText(
    'supabase',
    '{"email":"ada@example.com","encrypted_password":"$fbscrypt$v=1,n=14,r=8,p=1$YWJjZA==$YWJjZA=="}',
  );
  expect(bare).toMatchObject([{ record: { password: { salt_separator: '', rounds: 8, mem_cost: 14 } } }]);
});

test('keycloak', async () => {
  const user = (number: number, name: string, more: Fields = {}) => ({
    id: `dbfcd8d1-f119-4c89-9409-5443${String(number).padStart(8, '0')}`,
    email: `${name.toLowerCase()}@example.com`,
    email_verified: true,
    first_name: name,
    last_name: 'Example',
    disabled: false,
    created_ts: new Date(1693669853579 + number).toISOString(),
    ...more,
  });
  expect(outcomesOf(await readSample('keycloak'))).toEqual([
    user(1, 'Argon2', { locale: 'de', password: 'argon2' }),
    user(2, 'Pbkdf2sha256', { email_verified: false, disabled: true, password: 'pbkdf2' }),
    user(3, 'Pbkdf2sha512', { password: 'pbkdf2' }),
    user(4, 'Pbkdf2', { password: 'pbkdf2' }),
    // Users of a directory and of a social login.
    user(5, 'Ldap'),
    user(6, 'Social', { identities: [{ provider: 'google', subject: '117', email: 'social@example.com' }] }),
    'is the service account of a client',
    'has no e-mail address',
    // UPDATE_PASSWORD: the password is only good for setting another one.
    user(9, 'Mustchange'),
    // The algorithm of an extension.
    'has a password in a form that Gatehouse does not know',
  ]);
});

test('keycloak: credentials of other forms', async () => {
  const outcome = async (...credentials: unknown[]) =>
    outcomesOf(await readText('keycloak', JSON.stringify({ users: [{ email: 'ada@example.com', credentials }] })));
  const unknown = ['has a password in a form that Gatehouse does not know'];
  const argon2 = (parameters: unknown, hashIterations: unknown = 5) => ({
    type: 'password',
    secretData: '{"value":"YWJjZA==","salt":"YWJjZA=="}',
    credentialData: JSON.stringify({ hashIterations, algorithm: 'argon2', additionalParameters: parameters }),
  });
  const right = { memory: ['7168'], type: ['id'], version: ['1.3'], parallelism: ['1'] };
  expect(await outcome(argon2(right))).toMatchObject([{ password: 'argon2' }]);
  expect(await outcome(argon2(right), argon2(right))).toEqual(['has more than one password']);
  for (const wrong of [
    { memory: ['1,t=1'] },
    { type: ['x'] },
    { version: ['2'] },
    { parallelism: [] },
    { memory: null },
  ]) {
    expect(await outcome(argon2({ ...right, ...wrong }))).toEqual(unknown);
  }
  expect(await outcome(argon2(right, '5$'))).toEqual(unknown);
  // A file that a person wrote, and the form of Keycloak before version 8.
  expect(await outcome({ type: 'password', value: 'secret' })).toEqual(['has a plain password, which is no hash']);
  expect(await outcome({ type: 'password', hashedSaltedValue: 'YQ==', salt: 'YQ==', algorithm: 'pbkdf2' })).toEqual([
    'has a hash of Keycloak 4 or earlier',
  ]);
  expect(await outcome({ type: 'password', secretData: '{', credentialData: '{}' })).toEqual(unknown);
  expect(await outcome({ type: 'otp', secretData: '{"value":"AAAA"}' })).toMatchObject([{ disabled: true }]);
});

test('keycloak: all realms in one file, of which one is chosen', async () => {
  const realm = (name: string) => ({ realm: name, users: [{ id: name, email: `${name}@example.com`, enabled: true }] });
  const file = JSON.stringify([realm('master'), realm('mine')]);
  const chosen = presetWith('keycloak', { realm: 'mine' }).read(chunksOf(file, 10));
  expect(outcomesOf(await allOf(chosen))).toEqual([{ id: 'mine', email: 'mine@example.com', disabled: false }]);
  await expect(readText('keycloak', file)).rejects.toThrow('choose one with --realm');
});

test.each([
  ['django', 'id,email\n1,a@example.com', 'The file is not JSON. It must contain the JSON array that'],
  ['django', '{\n  "users": []\n}', 'The file has an object over several lines. It must contain the JSON array that'],
  ['django', '[{"a": 1}, ', 'The file is not whole: it ends at line 1, byte 12.'],
  ['auth0', '<html>', 'The file is HTML or XML'],
  ['firebase', '', 'The file is empty. It must contain a JSON object with the array "users"'],
  ['firebase', '[]', 'The file is an array. It must contain'],
  ['firebase', '{"kind": "x"}', 'The file has no "users". It must contain'],
] as const)('%s: the error of another file (%j) says what it is', async (name, text, message) => {
  await expect(allOf(readImportRecords(chunksOf(text, 3), presetWith(name)))).rejects.toThrow(message);
});

test('firebase: the emulator has no hashes', async () => {
  const passwordHash = 'fakeHash:salt=fakeSalt:password=secret';
  const user = { localId: 'x', email: 'a@example.com', salt: 'fakeSalt', passwordHash };
  const file = JSON.stringify({ kind: 'export', users: [user] });
  expect(outcomesOf(await readText('firebase', file))).toEqual(['has the password of an emulator, which is no hash']);
});

describe('identities', () => {
  const tenant = 'https://login.microsoftonline.com/3f2504e0-4f89-41d3-9a0c-0305e82c3301/v2.0';
  const providers = new ProviderNames([
    { id: 'acme', issuer: 'https://sso.acme.example/realms/staff' },
    { id: 'microsoft', issuer: 'https://login.microsoftonline.com/common/v2.0' },
  ]);
  const identitiesOf = async (name: PresetName, record: Fields, options: Partial<PresetOptions> = { providers }) => {
    const text = JSON.stringify(wrap(name, { email: 'ada@example.com', ...record }));
    const [line] = await allOf(presetWith(name, options).read(chunksOf(text, 1000)));
    if (!line || 'problem' in line) return line?.problem;
    return { identities: (line.record as Fields).identities, leftOut: line.leftOutIdentities };
  };

  test('firebase', async () => {
    const oid = '92abccda-29aa-4e31-b0fc-f7a72909d26a';
    const providerUserInfo = [
      { providerId: 'password', rawId: 'ada@example.com', email: 'ada@example.com' },
      { providerId: 'phone', rawId: '+15555550100', phoneNumber: '+15555550100' },
      { providerId: 'google.com', rawId: '117000000000000000001', email: 'ada@gmail.com', displayName: 'Ada' },
      { providerId: 'github.com', rawId: '583231', displayName: 'ada' },
      { providerId: 'facebook.com', rawId: '10158', email: 'ada@example.com' },
      { providerId: 'apple.com', rawId: '001337.0123456789abcdef.0042', email: 'x@privaterelay.appleid.com' },
      { providerId: 'oidc.acme', rawId: 'a-7', email: 'ada@acme.example' },
      { providerId: 'microsoft.com', rawId: oid, email: 'ada@acme.example' },
      { providerId: 'saml.acme', rawId: 'ada', email: 'ada@acme.example' },
      { providerId: 'oidc.other', rawId: '8' },
    ];
    expect(await identitiesOf('firebase', { providerUserInfo })).toEqual({
      identities: [
        { provider: 'google', subject: '117000000000000000001', email: 'ada@gmail.com' },
        { provider: 'github', subject: '583231' },
        { provider: 'facebook', subject: '10158', email: 'ada@example.com' },
        { provider: 'apple', subject: '001337.0123456789abcdef.0042', email: 'x@privaterelay.appleid.com' },
        { provider: 'acme', subject: 'a-7', email: 'ada@acme.example' },
      ],
      leftOut: ['microsoft.com', 'saml.acme', 'oidc.other'],
    });
    const oneTenant = { providers: new ProviderNames([{ id: 'microsoft', issuer: tenant }]) };
    expect(await identitiesOf('firebase', { providerUserInfo: [providerUserInfo[7]] }, oneTenant)).toEqual({
      identities: [{ provider: 'microsoft', subject: oid, email: 'ada@acme.example' }],
      leftOut: [],
    });
  });

  test('auth0', async () => {
    const profileData = { email: 'ada@gmail.com', email_verified: true };
    const identities = [
      { provider: 'auth0', user_id: '5dea9f9c82dd7c0e76e4ec93', connection: 'Users', isSocial: false },
      { provider: 'google-oauth2', user_id: '117', connection: 'google-oauth2', isSocial: true, profileData },
      { provider: 'github', user_id: 583231, connection: 'github', isSocial: true },
      { provider: 'oauth2', user_id: 'discord|80351110224678912', connection: 'discord', isSocial: true },
      { provider: 'oidc', user_id: 'acme|a-7', connection: 'acme', isSocial: false },
      { provider: 'windowslive', user_id: '4cf0a30169d55031', connection: 'windowslive', isSocial: true },
      { provider: 'samlp', user_id: 'corp|ada', connection: 'corp', isSocial: false },
      { provider: 'sms', user_id: '5dea9f9c82dd7c0e76e4ec94', connection: 'sms', isSocial: false },
    ];
    expect(await identitiesOf('auth0', { user_id: 'auth0|5dea9f9c82dd7c0e76e4ec93', identities })).toEqual({
      identities: [
        { provider: 'google', subject: '117', email: 'ada@gmail.com' },
        { provider: 'github', subject: '583231' },
        { provider: 'discord', subject: '80351110224678912' },
        { provider: 'acme', subject: 'a-7' },
      ],
      leftOut: ['windowslive', 'samlp'],
    });
    // A profile without the field.
    const idOnly = (user_id: string) => identitiesOf('auth0', { user_id });
    const email = 'ada@example.com';
    expect(await idOnly('apple|001337.0123456789abcdef.0042')).toMatchObject({
      identities: [{ provider: 'apple', subject: '001337.0123456789abcdef.0042', email }],
    });
    expect(await idOnly('oauth2|discord|80351110224678912')).toMatchObject({
      identities: [{ provider: 'discord', subject: '80351110224678912', email }],
    });
    expect(await idOnly('auth0|5dea9f9c82dd7c0e76e4ec93')).toEqual({ identities: null, leftOut: [] });
  });

  test('supabase', async () => {
    const row = (provider: string, sub: string, data: Fields = {}) => ({
      provider,
      provider_id: sub,
      identity_data: { sub, email: 'ada@example.com', ...data },
      email: 'ada@example.com',
    });
    const identities = [
      row('email', '5f0c1d2e-0000-4000-8000-000000000001'),
      row('phone', '5f0c1d2e-0000-4000-8000-000000000001'),
      row('google', '117', { iss: 'https://accounts.google.com' }),
      row('github', '583231', { iss: 'https://api.github.com' }),
      row('gitlab', '42', { iss: 'https://git.acme.example' }),
      row('azure', 'pairwise', { iss: tenant, custom_claims: { oid: 'an-oid', tid: '3f2504e0' } }),
      row('keycloak', 'a-7', { iss: 'https://sso.acme.example/realms/staff' }),
      { provider: 'discord', provider_id: '80351110224678912' },
      row('azure', 'pairwise', { iss: tenant }),
      row('github', '7', { iss: 'https://github.acme.example/api/v3' }),
      row('twitter', '12', { iss: 'https://api.twitter.com/1.1/account/verify_credentials.json' }),
      row('sso:0b1c2d3e', 'ada@example.com'),
    ];
    const email = 'ada@example.com';
    expect(await identitiesOf('supabase', { identities })).toEqual({
      identities: [
        { provider: 'google', subject: '117', email },
        { provider: 'github', issuer: 'https://github.com', subject: '583231', email },
        { provider: 'gitlab', issuer: 'https://git.acme.example', subject: '42', email },
        { provider: 'microsoft', issuer: tenant, subject: 'an-oid', email },
        { provider: 'acme', subject: 'a-7', email },
        { provider: 'discord', subject: '80351110224678912' },
      ],
      leftOut: ['azure', 'github', 'twitter', 'sso:0b1c2d3e'],
    });
  });

  test('keycloak', async () => {
    const federatedIdentities = [
      { identityProvider: 'google', userId: '117', userName: 'ada@gmail.com' },
      { identityProvider: 'github', userId: '583231', userName: 'ada' },
      { identityProvider: 'Acme', userId: 'a-7', userName: 'ada' },
      { identityProvider: 'my-saml', userId: 'ada', userName: 'ada' },
      { identityProvider: 'google', userId: '', userName: '' },
      { identityProvider: 'a name\n', userId: '1', userName: '' },
    ];
    expect(await identitiesOf('keycloak', { federatedIdentities })).toEqual({
      identities: [
        { provider: 'google', subject: '117', email: 'ada@gmail.com' },
        { provider: 'github', subject: '583231' },
        { provider: 'acme', subject: 'a-7' },
      ],
      leftOut: ['my-saml', 'google', 'another'],
    });
    expect(await identitiesOf('keycloak', { federatedIdentities: {} })).toBe(
      'has a field federatedIdentities that is not an array',
    );
  });
});

test('django', async () => {
  const user = (number: number, name: string, password?: string, more: Fields = {}) => ({
    id: `django:${number}`,
    email: `${name.toLowerCase()}@example.com`,
    first_name: name,
    last_name: 'Example',
    disabled: false,
    is_super_admin: false,
    created_ts: '2021-03-04T05:06:07.891Z',
    ...(password === undefined ? {} : { password }),
    ...more,
  });
  const { first_name: _first, last_name: _last, ...nameless } = user(14, 'nameless', 'pbkdf2');
  expect(outcomesOf(await readSample('django'))).toEqual([
    user(1, 'Pbkdf2', 'pbkdf2', { last_login_ts: '2024-01-02T03:04:05.678Z' }),
    user(2, 'Pbkdf2sha1', 'pbkdf2'),
    user(3, 'Argon2', 'argon2'),
    user(4, 'Bcryptsha256', 'django-bcrypt-sha256'),
    user(5, 'Bcrypt', 'bcrypt'),
    user(6, 'Sha1', 'sha1'),
    user(7, 'Md5', 'md5'),
    user(8, 'Unsaltedmd5', 'md5'),
    user(9, 'Unsaltedsha1', 'sha1'),
    user(10, 'Admin', 'pbkdf2', { is_super_admin: true }),
    user(11, 'Inactive', 'pbkdf2', { disabled: true }),
    user(12, 'Unusable'),
    'has no e-mail address',
    nameless,
    // crypt(3) with DES.
    'has a password in a form that Gatehouse does not know',
    user(16, 'Scrypt', 'scrypt'),
  ]);
});

test('django: another user model, other models, and one record in each line', async () => {
  const lines = [
    {
      model: 'accounts.member',
      pk: 'B8C4FA1D-4FD8-4DD9-86BA-3D3D3BBB8A2F',
      fields: { email: 'ada@example.com', password: '!x', name: 'Ada King Lovelace' },
    },
    { model: 'auth.group', pk: 1, fields: { name: 'editors', permissions: [] } },
    { model: 'auth.user', fields: { email: 'grace@example.com', password: 'pbkdf2_sha256$1$salt' } },
  ];
  const outcomes = [
    {
      id: 'B8C4FA1D-4FD8-4DD9-86BA-3D3D3BBB8A2F',
      email: 'ada@example.com',
      first_name: 'Ada King',
      last_name: 'Lovelace',
      disabled: false,
    },
    'is not a user: it has no field password',
    expect.objectContaining({ password: 'its text is malformed for Django' }),
  ];
  expect(outcomesOf(await readText('django', JSON.stringify(lines)))).toEqual(outcomes);
  expect(outcomesOf(await readText('django', lines.map((line) => `${JSON.stringify(line)}\n`).join('')))).toEqual(
    outcomes,
  );
});

test('wordpress', async () => {
  const outcomes = [
    {
      id: 'wordpress:1',
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      disabled: false,
      created_ts: '2016-06-03 04:37:00',
      password: 'wordpress-bcrypt',
    },
    {
      id: 'wordpress:2',
      email: 'phpass@example.com',
      first_name: 'Grace Brewster',
      last_name: 'Hopper',
      disabled: false,
      created_ts: '2010-06-03 04:37:00',
      password: 'phpass',
    },
    {
      id: 'wordpress:3',
      email: 'php@example.com',
      first_name: 'Zoë "Quote"',
      last_name: 'Back\\slash',
      disabled: false,
      created_ts: '2016-06-03 04:37:00',
      password: 'bcrypt',
    },
    // The shown name is the login, and the date of registration is MySQL's zero date.
    // The import leaves MySQL's zero date out.
    {
      id: 'wordpress:4',
      email: 'md5@example.com',
      disabled: false,
      created_ts: '0000-00-00 00:00:00',
      password: 'md5',
    },
    'has no e-mail address',
    {
      id: 'wordpress:6',
      email: 'spammer@example.com',
      first_name: 'Spam',
      last_name: 'Mer',
      disabled: true,
      created_ts: '2016-06-03 04:37:00',
      password: 'wordpress-bcrypt',
    },
    'is a deleted user',
    {
      id: 'wordpress:8',
      email: 'nopassword@example.com',
      first_name: 'No',
      last_name: 'Password',
      disabled: false,
      created_ts: '2016-06-03 04:37:00',
    },
  ];
  expect(outcomesOf(await readSample('wordpress'))).toEqual(outcomes);
  // "wp user list --format=json" writes an array, with marks that are strings.
  const array = readFileSync(samplePath('wordpress'), 'utf8')
    .trimEnd()
    .replaceAll('\n', ',')
    .replace(/"(spam|deleted)": (\d)/g, '"$1": "$2"');
  expect(outcomesOf(await readText('wordpress', `[${array}]`))).toEqual(outcomes);
});

test('devise', async () => {
  expect(outcomesOf(await readSample('devise'))).toEqual([
    {
      id: 'devise:1',
      email: 'ada@example.com',
      email_verified: true,
      first_name: 'Ada',
      last_name: 'Lovelace',
      disabled: false,
      created_ts: '2020-01-01T00:00:00.5',
      last_login_ts: '2024-03-04T05:06:07.891234',
      password: 'bcrypt',
    },
    {
      id: 'devise:2',
      email: 'locked@example.com',
      email_verified: false,
      disabled: true,
      created_ts: '2020-01-01T00:00:01',
      password: 'bcrypt',
    },
    {
      id: 'devise:3',
      email: 'omniauth@example.com',
      email_verified: true,
      first_name: 'Grace',
      last_name: 'Hopper',
      disabled: false,
      created_ts: '2020-01-01T00:00:02',
    },
    'is a deleted user',
    'has no e-mail address',
  ]);
});

test.each(['auth0', 'supabase', 'wordpress', 'devise'] as const)(
  '%s: a password is a hash, and never an instruction to the import',
  async (name) => {
    for (const text of ['legacy', '$legacy$', '$wrapped-md5$v=1$YQ$YQ', '$1$salt$hash', 'secret', '{noop}secret']) {
      const fields = {
        email: 'a@example.com',
        user_email: 'a@example.com',
        passwordHash: text,
        encrypted_password: text,
        user_pass: text,
      };
      expect(outcomesOf(await readText(name, JSON.stringify(fields)))).toEqual([
        'has a password in a form that Gatehouse does not know',
      ]);
    }
  },
);

describe.each(presetNames)('%s', (name: PresetName) => {
  test('a record becomes the line of its example, which the page links', async () => {
    const file = `examples/${name}.json`;
    const { record, line } = JSON.parse(readFileSync(path.join(__dirname, file), 'utf8'));
    const [mapped] = await readText(name, JSON.stringify(wrap(name, record)));
    const fields = Object.entries((mapped as { record: Fields }).record).filter(([, value]) => value != null);
    expect(Object.fromEntries(fields)).toEqual(line);
    expect(readFileSync(page, 'utf8')).toContain(`test/imports/presets/${file}`);
  });

  test('the import knows every password of the sample', async () => {
    const passwords = (await readSample(name)).flatMap((line) =>
      'record' in line ? [(line.record as Fields).password] : [],
    );
    expect(passwords.filter((password) => password !== null)).not.toEqual([]);
    for (const password of passwords) if (password !== null) parseImportedPassword(password);
  });

  test('without passwords, every user with an address becomes an account', async () => {
    const lines = await readSample(name, { withoutPasswords: true });
    const problems = lines.flatMap((line) => ('problem' in line ? [line.problem] : []));
    expect(problems.filter((problem) => /password|hash/.test(problem))).toEqual([]);
    for (const line of lines) if ('record' in line) expect(line.record).toMatchObject({ password: null });
  });

  test('the size of the chunks changes nothing', async () => {
    const text = readFileSync(samplePath(name));
    for (const bytes of [1, 5, 64]) expect(await readText(name, text, bytes)).toEqual(await readSample(name));
  });

  test('a file that is cut off ends with a problem, and what was read before is right', async () => {
    const text = readFileSync(samplePath(name));
    const whole = await readSample(name);
    for (let length = 1; length < text.length - 1; length += 97) {
      const { lines, failure } = await readUntilFailure(name, text.subarray(0, length));
      const isWhole = failure === null && (text[length] === lineFeed || text[length - 1] === lineFeed);
      if (failure === null && !isWhole) expect(lines.pop()).toMatchObject({ problem: 'is not valid JSON' });
      expect(failure === null).toBe(!sampleFiles[name].endsWith('.json'));
      expect(lines).toEqual(whole.slice(0, lines.length));
    }
  });

  test('a reader that stops early closes the file', async () => {
    let isClosed = false;
    async function* open(): AsyncGenerator<Buffer> {
      try {
        for (let chunk = 0; chunk < 2; chunk += 1) yield readFileSync(samplePath(name)).subarray(0, -2);
      } finally {
        isClosed = true;
      }
    }
    for await (const line of presetWith(name).read(open())) {
      expect(line.line).toBeGreaterThan(0);
      break;
    }
    expect(isClosed).toBe(true);
  });

  test('a field of a wrong type makes the line or the password wrong, and nothing else', async () => {
    const secret = 'a-secret-of-the-file';
    const hostile = [
      null,
      0,
      -1,
      1e300,
      true,
      '',
      secret,
      secret.repeat(3000),
      [],
      [secret],
      {},
      { [secret]: secret },
      [[[secret]]],
    ];
    const text = readFileSync(samplePath(name), 'utf8');
    for (const record of recordsOf(name, text)) {
      const changed = [...withEach(record, hostile)];
      const lines = await readText(name, JSON.stringify(isDocument(name) ? { users: changed } : changed));
      expect(lines).toHaveLength(changed.length);
      for (const line of lines) {
        if ('problem' in line) expect(line.problem).not.toContain(secret);
        else checkPassword((line.record as Fields).password, secret);
      }
    }
  });

  test.each(['[]', '1', 'null', '"text"'])('the record %s is not an object', async (json) => {
    const record: unknown = JSON.parse(json);
    expect(outcomesOf(await readText(name, JSON.stringify(wrap(name, record))))).toEqual(
      json === '[]' && !isDocument(name) ? [] : ['is not a JSON object'],
    );
  });
});

const lineFeed = 0x0a;

async function readUntilFailure(name: PresetName, bytes: Buffer): Promise<{ lines: PresetLine[]; failure: unknown }> {
  const lines: PresetLine[] = [];
  try {
    for await (const line of presetWith(name).read(chunksOf(bytes, 1e6))) lines.push(line);
  } catch (failure) {
    expect(failure).toMatchObject({ name: 'UnreadableExportError', message: expect.stringMatching(/^The file /) });
    return { lines, failure };
  }
  return { lines, failure: null };
}

const isDocument = (name: PresetName): boolean => name === 'firebase' || name === 'keycloak';
const wrap = (name: PresetName, record: unknown): unknown => (isDocument(name) ? { users: [record] } : record);

function recordsOf(name: PresetName, text: string): Fields[] {
  if (isDocument(name)) return JSON.parse(text).users;
  if (sampleFiles[name].endsWith('.ndjson'))
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  return JSON.parse(text);
}

/** The record with one field of it, or of an object in it, changed to each of the values. */
function* withEach(record: Fields, values: readonly unknown[]): Generator<Fields> {
  for (const [name, value] of Object.entries(record)) {
    for (const other of values) yield { ...record, [name]: other };
    const inner = Array.isArray(value) ? value[0] : value;
    if (typeof inner !== 'object' || inner === null) continue;
    for (const changed of withEach(inner, values))
      yield { ...record, [name]: Array.isArray(value) ? [changed] : changed };
  }
}

function checkPassword(password: unknown, secret: string): void {
  if (password === null) return;
  try {
    parseImportedPassword(password);
  } catch (error) {
    if (!(error instanceof UnusablePasswordError)) throw error;
    expect(error.message).not.toContain(secret);
  }
}
