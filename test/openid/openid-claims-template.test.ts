import { parseUserFields } from '../../src/accounts/users/user-fields-file';
import { parseOpenidClaims, readOpenidClaims } from '../../src/features/openid/openid-claims-template';
import { ConfigError } from '../../src/platform/config/config-error';
import { readPage } from '../support/doc-pages';

const ada = {
  id: '01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90',
  email: 'ada@example.com',
  emailVerified: true,
  firstName: 'Ada',
  lastName: 'Lovelace',
  tel: '+41 79 555 10 00',
  telVerified: true,
  roles: ['admin', 'editor'],
  claims: { immich: 'admin', teams: ['ops'] },
  fields: { nick: 'ada', avatar: 'https://example.com/ada.png' },
};
const fields = new Map(
  parseUserFields(
    JSON.stringify({
      nick: { type: 'string' },
      avatar: { type: 'string', write: 'user' },
      note: { type: 'string', read: 'admin' },
    }),
  ).map((field) => [field.name, field]),
);
const label = { en: 'What you may do' };
const parse = (text: string) => parseOpenidClaims(text, fields);

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

/** What each scope gives. */
const rendered = (file: object) =>
  parse(JSON.stringify(file)).scopes.map(({ scope, names, render, label: words }) => [
    scope,
    names,
    render(ada),
    words?.en ?? null,
  ]);

test('a scope of OpenID Connect gets claims, and what users write can be a picture', () => {
  const profile = { preferred_username: '{{fields.nick}}', picture: '{{fields.avatar}}', name: '{{firstName}} L.' };
  const { scopes, usersWrite } = parse(JSON.stringify({ profile }));
  expect(scopes.map(({ scope, names, render }) => [scope, names, render(ada)])).toEqual([
    [
      'profile',
      ['preferred_username', 'picture', 'name'],
      { preferred_username: 'ada', picture: 'https://example.com/ada.png', name: 'Ada L.' },
    ],
  ]);
  expect(usersWrite).toEqual(['avatar'].map((name) => `fields.${name}`));
});

test('claims of standards are replaced, and scopes of the operator have claims and words', () => {
  expect(
    rendered({
      email: { email: '{{fields.nick}}@corp.example.com' },
      phone: { phone_number: '+44 20 7946 0000' },
      groups: { groups: '{{claims.teams}}' },
      'https://example.com/immich': { label, immich_role: '{{claims.immich}}' },
      orders: { label },
    }),
  ).toEqual([
    ['email', ['email'], { email: 'ada@corp.example.com' }, null],
    ['phone', ['phone_number'], { phone_number: '+44 20 7946 0000' }, null],
    ['groups', ['groups'], { groups: ['ops'] }, null],
    ['https://example.com/immich', ['immich_role'], { immich_role: 'admin' }, label.en],
    ['orders', [], {}, label.en],
  ]);
});

const defined = 'is a claim that Gatehouse or a standard defines. Use another name';
const labelRule = 'must have a text of at most 100 characters for each language as label: en, de, fr, es';
const noLabel = 'must have a label, in "en" at least: people read it before they allow it';
const scopeRule = 'must be a name of at most 100 visible ASCII characters, without quotes and backslashes';
const own = (claims: object) => JSON.stringify({ own: { label, ...claims } });
const many = Object.fromEntries(Array.from({ length: 26 }, (_, i) => [`c${i}`, i]));
const more = Object.fromEntries(Array.from({ length: 25 }, (_, i) => [`d${i}`, i]));

test.each<[string, string, readonly string[]]>([
  ['no JSON', '{', ['the file is not valid JSON']],
  ['a list', '[]', ['the file must be a JSON object of scopes']],
  ['a scope twice', '{"phone": {"a": 1}, "phone": {"b": 1}}', ['the file has a name twice in one object']],
  ['more than 64 kB', JSON.stringify({ a: 'x'.repeat(70_000) }), ['the file has more than 64 kB']],
  ['no object of claims', '{"profile": "{{email}}"}', ['"profile" must be an object of claims']],
  ['no claims', '{"profile": {}}', ['"profile" has no claims']],
  ['a scope with a space', JSON.stringify({ 'a b': { label } }), [`"a b" ${scopeRule}`]],
  ['a long scope', JSON.stringify({ ['x'.repeat(101)]: { label } }), [`"${'x'.repeat(101)}" ${scopeRule}`]],
  ['claims of openid', '{"openid": {"a": 1}}', ['"openid" gives no claims. Use "profile", or a scope of your own']],
  [
    'claims of offline_access',
    '{"offline_access": {}}',
    ['"offline_access" gives no claims. Use "profile", or a scope of your own'],
  ],
  ['no label', '{"immich": {"a": 1}}', [`"immich" ${noLabel}`]],
  ['no label in English', '{"immich": {"a": 1, "label": {"de": "in German"}}}', [`"immich" ${noLabel}`]],
  ['a label that is a text', '{"immich": {"a": 1, "label": "x"}}', [`"immich" ${labelRule}`]],
  ['a label in Italian', '{"immich": {"a": 1, "label": {"en": "x", "it": "y"}}}', [`"immich" ${labelRule}`]],
  ['a blank label', '{"immich": {"a": 1, "label": {"en": " "}}}', [`"immich" ${labelRule}`]],
  ['a long label', JSON.stringify({ a: { label: { en: 'x'.repeat(101) } } }), [`"a" ${labelRule}`]],
  [
    'a label of a scope with words',
    JSON.stringify({ profile: { a: 1, label } }),
    ['"profile" has words already: PAGE_TEXTS replaces them, as "common.scopes.profile"'],
  ],
  ...[
    'sub',
    'iss',
    'aud',
    'exp',
    'acr',
    'sid',
    'nonce',
    'roles',
    'scope',
    'email_verified',
    'phone_number_verified',
  ].map((name): [string, string, string[]] => [
    `the claim ${name}`,
    own({ [name]: 'x' }),
    [`"own" > "${name}" ${defined}`],
  ]),
  [
    'a claim in two scopes',
    JSON.stringify({ profile: { picture: 'a' }, own: { label, picture: 'b' } }),
    ['"own" > "picture" is already a claim of "profile"'],
  ],
  [
    'a field of super admins',
    own({ a: ['{{fields.note}}'] }),
    ['"own" > "a" > "0" has {{fields.note}}, which only super admins can read'],
  ],
  ...['{{fields.avatar}}', '{{firstName}}'].flatMap((source) => [
    ...['groups', 'immich_role', 'is_admin'].map((name): [string, string, string[]] => [
      `${source} as ${name}`,
      own({ [name]: source }),
      [`"own" > "${name}" has ${source}, which users write themselves: it cannot decide what they may do`],
    ]),
    ...['preferred_username', 'nickname', 'email', 'phone_number', 'upn', 'user_name', 'login'].map(
      (name): [string, string, string[]] => [
        `${source} as ${name}`,
        own({ [name]: source }),
        [
          `"own" > "${name}" has ${source}, which users write themselves: applications know accounts by it, so users could enter those of others`,
        ],
      ],
    ),
  ]),
  [
    'more than 50 claims',
    JSON.stringify({ profile: many, own: { label, ...more } }),
    ['the file has more than 50 claims'],
  ],
  [
    'large constants in two scopes',
    JSON.stringify({ profile: { a: 'x'.repeat(800) }, own: { label, b: 'x'.repeat(800) } }),
    ['the file is larger than 1.5 kB already without the data of a user'],
  ],
  [
    'several problems',
    '{"immich": {"sub": "{{id}}", "a": "{{fields.gone}}", "b": null}, "phone": 1}',
    [
      `"immich" > "sub" ${defined}`,
      `"immich" ${noLabel}`,
      '"immich" > "a" has the source "fields.gone", which is not a field of USER_FIELDS',
      '"immich" > "b" must not be null',
      '"phone" must be an object of claims',
    ],
  ],
])('a file with %s is rejected', (_name, text, problems) => {
  expect(problemsOf(() => parse(text))).toEqual(problems.map((problem) => `OPENID_CLAIMS: ${problem}`));
});

test('the name of a scope says nothing about its claims', () => {
  expect(problemsOf(() => parse(JSON.stringify({ login_access: { label, picture: '{{fields.avatar}}' } })))).toEqual(
    [],
  );
});

test('a file that cannot be read is a problem, and no file is no template', () => {
  expect(problemsOf(() => readOpenidClaims('/nowhere/claims.json', () => fields))).toEqual([
    'OPENID_CLAIMS names a file that cannot be read (ENOENT). Check the path',
  ]);
  expect(readOpenidClaims(null, () => fields)).toBeNull();
});

test('the example of the documentation is a template', () => {
  const [example] = readPage('docs/integrate/openid-connect.md').filter(({ file }) => file === 'openid-claims.json');
  expect(parse(example?.text ?? '').scopes.map(({ scope, render }) => [scope, render(ada)])).toEqual([
    ['profile', { preferred_username: 'ada', picture: 'https://example.com/ada.png' }],
    ['immich', { immich_role: 'admin' }],
  ]);
});
