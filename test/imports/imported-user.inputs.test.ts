import { readFileSync } from 'node:fs';
import path from 'node:path';
import { UserFields } from '../../src/accounts/users/user-fields';
import { createLineParser } from '../../src/features/imports/imported-user.inputs';
import { ProviderNames } from '../../src/features/imports/provider-names';

const now = new Date('2026-11-22T12:00:00Z');
const rules = {
  now,
  allowAdmins: false,
  missingName: null,
  providers: new ProviderNames([]),
  userFields: new UserFields(() => []),
  organizationRoles: null,
};
const ada = { email: 'Ada@Example.com', first_name: 'Ada', last_name: 'Lovelace' };
const parse = (record: unknown, changes: Partial<typeof rules> | { missingName: string } = {}) =>
  createLineParser({ ...rules, ...changes })(record);

test('a line with the required fields is a user, and null is the same as a missing field', () => {
  const user = {
    id: null,
    email: 'Ada@Example.com',
    emailCanonical: 'ada@example.com',
    emailVerified: false,
    firstName: 'Ada',
    lastName: 'Lovelace',
    tel: null,
    telVerified: false,
    disabled: false,
    isSuperAdmin: false,
    company: null,
    companyIdNumber: null,
    companyIdUrl: null,
    createdTs: null,
    updatedTs: null,
    lastLoginTs: null,
    locale: null,
    roles: [],
    claims: {},
    fields: {},
    password: null,
    identities: [],
    organizations: [],
  };
  expect(parse(ada)).toEqual({ user, leftOutTimes: [] });
  const optional = ['id', 'email_verified', 'tel', 'tel_verified', 'disabled', 'is_super_admin', 'company'];
  const others = [
    'company_id_number',
    'company_id_url',
    'created_ts',
    'updated_ts',
    'last_login_ts',
    'locale',
    'claims',
    'fields',
    'password',
    'identities',
    'organizations',
  ];
  expect(parse({ ...ada, ...Object.fromEntries([...optional, ...others].map((field) => [field, null])) })).toEqual({
    user,
    leftOutTimes: [],
  });
});

const unknown = 'is not a field of an import file';

test.each<[object, Record<string, string>]>([
  [{ email: undefined }, { email: 'is required' }],
  [{ email: 'ada' }, { email: 'must be one e-mail address, such as ada@example.com, with at most 254 characters' }],
  [{ email: 7 }, { email: 'must be a string' }],
  [
    { first_name: undefined, last_name: null },
    { first_name: 'is required', last_name: 'must be a string' },
  ],
  [
    { first_name: ' ', last_name: 'x'.repeat(101) },
    { first_name: 'must not be blank', last_name: 'must have at most 100 characters' },
  ],
  [{ first_name: 'A\u0007' }, { first_name: 'must be valid Unicode text without control characters' }],
  [{ last_name: '\ud800' }, { last_name: 'must be valid Unicode text without control characters' }],
  [{ tel: '1'.repeat(33) }, { tel: 'must have at most 32 characters' }],
  [
    { email_verified: 'maybe', disabled: 2 },
    { email_verified: 'must be true or false', disabled: 'must be true or false' },
  ],
  [{ is_super_admin: true }, { is_super_admin: 'is true: only the command imports super admins, with --allow-admins' }],
  [{ id: '' }, { id: 'must not be blank' }],
  [{ id: 1.5 }, { id: 'must be a string or a whole number' }],
  [{ id: 'x'.repeat(256) }, { id: 'must have at most 255 characters' }],
  [{ company: 'x'.repeat(201) }, { company: 'must have at most 200 characters' }],
  [{ company_id_url: 'javascript:alert(1)' }, { company_id_url: 'must begin with https:// or http://' }],
  [
    { email_is_verified: true, pass_word: 'x' },
    { email_is_verified: unknown, pass_word: unknown },
  ],
  [JSON.parse('{"__proto__": 1}'), { ['__proto__']: unknown }],
  [{ password: '$9$secret' }, { password: expect.stringMatching(/^its format is not known. Known texts: argon2, /) }],
  [{ password: { format: 'argon2', hash: 'secret' } }, { password: 'its text is malformed for argon2' }],
])('%j is rejected', (change, expected) => {
  const line = Object.defineProperties({ ...ada }, Object.getOwnPropertyDescriptors(change));
  const parsed = parse(line);
  const problems = 'problems' in parsed ? parsed.problems.map(({ field, msg }) => [field, msg]) : [];
  expect(problems).toEqual(
    Object.entries(Object.getOwnPropertyDescriptors(expected)).map(([field, { value }]) => [field, value]),
  );
});

test.each([[null], [[]], ['text'], [7]])('the line %j is not an object', (line) => {
  expect(parse(line)).toEqual({ problems: [{ field: 'line', msg: 'must be a JSON object' }] });
});

test.each([
  { created_ts: '17.05.2024' },
  { created_ts: '2024-02-30T00:00:00Z' },
  { created_ts: '2024-02-03T24:00:00Z' },
  { created_ts: '2024-05-17 09:30:00 CEST' },
  { created_ts: true },
  { created_ts: 1e300 },
  { created_ts: 1_715_938_200_000 },
  { last_login_ts: '2026-11-23T12:00:01Z' },
  { updated_ts: '1969-12-31T23:59:59Z', created_ts: 'yesterday' },
])('%j cannot be read, and is left out', (times) => {
  const whole = parse(ada);
  expect(parse({ ...ada, ...times })).toEqual({ ...whole, leftOutTimes: expect.arrayContaining(Object.keys(times)) });
});

test('a time that cannot be read makes no other field right', () => {
  expect(parse({ ...ada, created_ts: 'yesterday', email: 'ada' })).toMatchObject({
    problems: [{ field: 'email' }, { field: 'created_ts' }],
  });
});

test.each([
  [true, ['true', 'TRUE', 't', 'yes', 'Y', 'on', '1', 1, ' t ']],
  [false, ['false', 'f', 'No', 'n', 'off', '0', 0]],
])('%s is also written %j', (value, spellings) => {
  for (const email_verified of spellings)
    expect(parse({ ...ada, email_verified })).toMatchObject({ user: { emailVerified: value } });
});

test("MySQL's zero date is no time", () => {
  for (const created_ts of ['0000-00-00', '0000-00-00 00:00:00', '0000-00-00 00:00:00.000000'])
    expect(parse({ ...ada, created_ts })).toMatchObject({ user: { createdTs: null }, leftOutTimes: [] });
});

test('times have any usual form, and without an offset they are in UTC', () => {
  const created = (created_ts: unknown) => {
    const parsed = parse({ ...ada, created_ts });
    return 'user' in parsed ? parsed.user.createdTs?.toISOString() : parsed.problems;
  };
  const expected = '2024-05-17T09:30:00.123Z';
  for (const text of [
    expected,
    '2024-05-17T09:30:00.123',
    '2024-05-17 09:30:00.123456+00',
    '2024-05-17T11:30:00.123+02:00',
    '2024-05-17 09:30:00.123 UTC',
    '2024-05-17 11:30:00.123 +0200',
    '2024-05-17t09:30:00,123z',
  ]) {
    expect(created(text)).toBe(expected);
  }
  expect(created('2024-05-16T23:30:00.123-1000')).toBe(expected);
  expect(created(1_715_938_200.123)).toBe(expected);
  expect(created(0)).toBe('1970-01-01T00:00:00.000Z');
  expect(created('2024-05-17')).toBe('2024-05-17T00:00:00.000Z');
});

test('ids, languages, links and missing names', () => {
  const value = (change: object, field: string, changes = {}) => {
    const parsed = parse({ ...ada, ...change }, changes);
    return 'user' in parsed ? (parsed.user as unknown as Record<string, unknown>)[field] : parsed.problems;
  };
  expect(value({ id: '01A1FAFD-5D48-74FB-874F-7E0CCACEE987' }, 'id')).toBe('01a1fafd-5d48-74fb-874f-7e0ccacee987');
  expect(value({ id: 17 }, 'id')).toBe(value({ id: '17' }, 'id'));
  expect(['de', 'de-AT', 'DE_at', 'pt', ''].map((locale) => value({ locale }, 'locale'))).toEqual([
    'de',
    'de',
    'de',
    null,
    null,
  ]);
  expect(value({ company_id_url: 'https://example.com/x' }, 'companyIdUrl')).toBe('https://example.com/x');
  expect(value({ company_id_url: 'www.example.com' }, 'companyIdUrl')).toBe('www.example.com');
  const missing = { missingName: '-' };
  for (const first_name of [undefined, null, '', ' \u{200b}'])
    expect(value({ first_name }, 'firstName', missing)).toBe('-');
  expect(value({ first_name: 'Bob' }, 'firstName', missing)).toBe('Bob');
  expect(value({ first_name: 7 }, 'firstName', missing)).toEqual([{ field: 'first_name', msg: 'must be a string' }]);
  expect(value({ is_super_admin: true }, 'isSuperAdmin', { allowAdmins: true })).toBe(true);
});

describe('organizations', () => {
  const roles = ['owner', 'admin', 'member', 'billing'];
  const parsed = (organizations: unknown, organizationRoles: readonly string[] | null = roles) => {
    const line = createLineParser({ ...rules, organizationRoles })({ ...ada, organizations });
    return 'user' in line ? line.user.organizations : line.problems;
  };

  test('a membership has the slug of an organization, and roles of the installation', () => {
    const sent = [
      { slug: 'one', roles: ['owner', 'billing', 'owner'] },
      { slug: 'two', roles: ['member'] },
    ];
    expect(parsed(sent)).toEqual([
      { slug: 'one', roles: ['billing', 'owner'] },
      { slug: 'two', roles: ['member'] },
    ]);
    expect(parsed([], null)).toEqual([]);
  });

  const one = { slug: 'one', roles: ['member'] };
  test.each<[unknown, string]>([
    ['one', 'must be a list of objects'],
    [['one'], 'entry 1: must be an object'],
    [[one, { slug: 'two' }], 'entry 2: roles must be a list of names'],
    [[{ roles: ['member'] }], 'entry 1: slug must be a string'],
    [[{ ...one, slug: 'Example & Sons' }], 'entry 1: slug must be that of an organization'],
    [[{ ...one, roles: [] }], 'entry 1: roles must be at least one role'],
    [[{ ...one, roles: [7] }], 'entry 1: roles must be a list of names'],
    [[{ ...one, roles: ['a', 'b', 'c', 'd', 'e', 'f'] }], 'entry 1: roles must be at most 5 roles'],
    [[{ ...one, roles: ['boss'] }], 'entry 1: roles must be of owner, admin, member, billing'],
    [[{ ...one, name: 'x' }], 'entry 1: has a field that is none of a membership'],
    [[one, one], 'must not have an organization twice'],
    [Array.from({ length: 51 }, () => one), 'must have at most 50 entries'],
  ])('%j is rejected', (organizations, msg) => {
    expect(parsed(organizations)).toEqual([{ field: 'organizations', msg }]);
  });

  test('without ORGANIZATIONS, there are none', () => {
    expect(parsed([one], null)).toEqual([{ field: 'organizations', msg: 'needs ORGANIZATIONS=admin or users' }]);
  });
});

describe('identities', () => {
  const tenant = 'https://login.microsoftonline.com/3f2504e0-4f89-41d3-9a0c-0305e82c3301/v2.0';
  const providers = new ProviderNames([
    { id: 'acme', issuer: 'https://sso.acme.example/realms/staff' },
    { id: 'gitlab', issuer: 'https://git.acme.example' },
  ]);
  const parsed = (identities: unknown) => {
    const line = createLineParser({ ...rules, providers })({ ...ada, identities });
    return 'user' in line ? line.user.identities : line.problems;
  };
  const one = (entry: object) => parsed([{ subject: '7', ...entry }]);
  const identity = (provider: string, issuer: string) => [{ provider, issuer, subject: '7', email: null }];

  test('the provider tells the issuer, or the issuer the provider', () => {
    expect(one({ provider: 'google' })).toEqual(identity('google', 'https://accounts.google.com'));
    expect(one({ provider: 'acme' })).toEqual(identity('acme', 'https://sso.acme.example/realms/staff'));
    // The setting of this installation counts.
    expect(one({ provider: 'gitlab' })).toEqual(identity('gitlab', 'https://git.acme.example'));
    expect(one({ issuer: 'https://gitlab.com' })).toEqual(identity('gitlab', 'https://gitlab.com'));
    expect(one({ issuer: 'https://git.acme.example' })).toEqual(identity('gitlab', 'https://git.acme.example'));
    expect(one({ issuer: tenant })).toEqual(identity('microsoft', tenant));
    expect(one({ provider: 'microsoft', issuer: tenant })).toEqual(identity('microsoft', tenant));
    expect(one({ issuer: 'https://Id.Example.com:8443/x/' })).toEqual(
      identity('id_example_com', 'https://Id.Example.com:8443/x/'),
    );
    expect(one({ issuer: 'https://192.0.2.1' })).toEqual(identity('host_192_0_2_1', 'https://192.0.2.1'));
    expect(one({ provider: 'old', issuer: 'http://localhost:4000' })).toEqual(identity('old', 'http://localhost:4000'));
    expect(parsed([{ provider: 'github', subject: '😀'.repeat(255), email: 'a@b.example' }])).toMatchObject([
      { email: 'a@b.example' },
    ]);
    expect(parsed([])).toEqual([]);
  });

  const url = 'must be an https:// URL without query or fragment';
  const control = 'must be valid Unicode text without control characters';
  const missing = 'entry 1: issuer is required, because the provider does not tell it';
  test.each<[unknown, string]>([
    ['google', 'must be a list of objects'],
    [{ provider: 'google', subject: '7' }, 'must be a list of objects'],
    [['google'], 'entry 1: must be an object'],
    [[{ provider: 'google', subject: '7' }, { provider: 'github' }], 'entry 2: subject is required'],
    [[{ provider: 'google', subject: 7 }], 'entry 1: subject must be a string'],
    [[{ provider: 'google', subject: '' }], 'entry 1: subject must not be empty'],
    [[{ provider: 'google', subject: 'x'.repeat(256) }], 'entry 1: subject must have at most 255 characters'],
    [[{ provider: 'google', subject: '\u0000' }], `entry 1: subject ${control}`],
    [[{ subject: '7' }], 'entry 1: provider or issuer is required'],
    [[{ provider: 'microsoft', subject: '7' }], missing],
    [[{ provider: 'twitter', subject: '7' }], missing],
    [[{ provider: 'toString', subject: '7' }], 'entry 1: provider must be the id of a provider, such as google'],
    [[{ provider: 'constructor', subject: '7' }], missing],
    [
      [{ issuer: 'https://login.microsoftonline.com/organizations/v2.0', subject: '7' }],
      'entry 1: issuer must be that of a tenant of Microsoft',
    ],
    [[{ issuer: 'http://sso.example.com', subject: '7' }], `entry 1: issuer ${url}`],
    [[{ issuer: 'https://sso.example.com?x', subject: '7' }], `entry 1: issuer ${url}`],
    [[{ issuer: ' https://sso.example.com', subject: '7' }], `entry 1: issuer ${url}`],
    [
      [{ issuer: `https://e.example/${'x'.repeat(255)}`, subject: '7' }],
      'entry 1: issuer must have at most 255 characters',
    ],
    [[{ provider: 'google', subject: '7', email: ['secret'] }], 'entry 1: email must be a string'],
    [[{ provider: 'google', subject: '7', secret: 1 }], 'entry 1: has a field that is none of an identity'],
    [
      [
        { provider: 'google', subject: '7' },
        { issuer: 'https://accounts.google.com', subject: '7' },
      ],
      'must not have an identity twice',
    ],
    [Array.from({ length: 21 }, (_, i) => ({ provider: 'google', subject: `${i}` })), 'must have at most 20 entries'],
  ])('%j are rejected', (identities, msg) => {
    expect(parsed(identities)).toEqual([{ field: 'identities', msg }]);
  });
});

test('docs/reference/import.md has every field, and no other', () => {
  const page = readFileSync(path.join(__dirname, '../../docs/reference/import.md'), 'utf8');
  const [, section = ''] = /^## Fields$(.*?)^## /ms.exec(page) ?? [];
  // The names of an item stand before its colon, and what they can be after it.
  const names = [...section.matchAll(/^- ([^:]*):/gm)].map(([, before = '']) => before).join();
  const fields = [...names.matchAll(/`(\w+)`/g)].map(([, field = '']) => field);
  const ofWrongTypes = [...fields, 'another'].map((field) => [
    field,
    field === 'claims' || field === 'fields' ? [] : { format: 'none' },
  ]);
  const wrong = Object.fromEntries(ofWrongTypes);
  const parsed = parse(wrong);
  const problems = 'problems' in parsed ? parsed.problems : [];
  // Each field is known, and rejects the wrong type; no known field is missing in the page.
  expect(problems.map(({ field }) => field).sort()).toEqual([...fields, 'another'].sort());
  expect(problems.filter(({ msg }) => msg === unknown)).toEqual([{ field: 'another', msg: unknown }]);
  expect(fields).toHaveLength(22);
});
