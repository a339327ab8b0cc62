import { parseClaimsTemplate, readClaimsTemplate } from '../../src/accounts/tokens/claims-template';
import { reservedClaims } from '../../src/accounts/tokens/reserved-claims';
import { parseUserFields } from '../../src/accounts/users/user-fields-file';
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
  claims: { org: 'acme', seats: 7, pro: false, nothing: null, list: [1, 'a'], deep: { er: { name: 'x', 'a b': 'y' } } },
  fields: { plan: 'pro', seats: 7, tags: ['a', 'b'], level: 'gone', me: 'Countess' },
};

const fields = new Map(
  parseUserFields(
    JSON.stringify({
      plan: { type: 'string' },
      seats: { type: 'integer' },
      tags: { type: 'string_list' },
      level: { type: 'string', enum: ['low', 'high'] },
      empty: { type: 'string' },
      // The end of `firstName`.
      me: { type: 'string', write: 'user' },
      note: { type: 'string', read: 'admin' },
    }),
  ).map((field) => [field.name, field]),
);
const parse = (text: string) => parseClaimsTemplate(text, fields);

const render = (value: unknown, user = ada) => parse(JSON.stringify({ c: value })).render(user).c;

function problemsOf(read: () => unknown): readonly string[] {
  try {
    read();
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test.each<[string, unknown, unknown]>([
  ['a constant', 'user', 'user'],
  ['a number', 3.5, 3.5],
  ['a flag', false, false],
  ['the id', '{{id}}', ada.id],
  ['the address', '{{email}}', ada.email],
  ['whether it is verified', '{{emailVerified}}', true],
  ['the first name', '{{firstName}}', 'Ada'],
  ['the last name, with space around it', '{{ lastName }}', 'Lovelace'],
  ['the roles', '{{roles}}', ada.roles],
  ['a text of the claims', '{{claims.org}}', 'acme'],
  ['a number of the claims', '{{claims.seats}}', 7],
  ['a flag of the claims', '{{claims.pro}}', false],
  ['a list of the claims', '{{claims.list}}', [1, 'a']],
  ['an object of the claims', '{{claims.deep.er}}', { name: 'x', 'a b': 'y' }],
  ['a name with a space', '{{claims.deep.er.a b}}', 'y'],
  ['the phone number', '{{tel}}', '+41 79 555 10 00'],
  ['whether it is verified', '{{telVerified}}', true],
  ['a longer text', '{{firstName}} {{lastName}} <{{email}}>', 'Ada Lovelace <ada@example.com>'],
  ['a number and a flag inside of a text', 'n{{claims.seats}}-{{emailVerified}}', 'n7-true'],
  ['a text of the fields', '{{fields.plan}}', 'pro'],
  ['a number of the fields', '{{fields.seats}}', 7],
  ['a list of the fields', '{{ fields.tags }}', ['a', 'b']],
  ['a field inside of a text', 'plan-{{fields.plan}}', 'plan-pro'],
  ['a field that users write', '{{fields.me}}', 'Countess'],
  ['a field without a value', '{{fields.empty}}', undefined],
  ['a value that the file of the fields no longer allows', '{{fields.level}}', undefined],
  ['null', '{{claims.nothing}}', undefined],
  ['a missing name', '{{claims.other}}', undefined],
  ['a name below a text', '{{claims.org.name}}', undefined],
  ['a name of the prototype', '{{claims.constructor}}', undefined],
  ['the prototype', '{{claims.__proto__.constructor}}', undefined],
  ['the length of a list', '{{claims.list.length}}', undefined],
  ['null inside of a text', 'org-{{claims.nothing}}', undefined],
  ['a list inside of a text', 'org-{{claims.list}}', undefined],
  ['an object inside of a text', 'org-{{claims.deep}}', undefined],
  ['members, without those that are null', { a: '{{claims.org}}', b: '{{claims.other}}' }, { a: 'acme' }],
  ['elements, without those that are null', ['{{claims.other}}', 'x', '{{id}}'], ['x', ada.id]],
  ['braces of JSON', '{"a": 1}', '{"a": 1}'],
])('a template has %s', (_name, value, rendered) => {
  expect(render(value)).toEqual(rendered);
});

test('a value of the user is never read as a template', () => {
  expect(render('{{firstName}}', { ...ada, firstName: '{{email}}' })).toBe('{{email}}');
  expect(render('Hi {{firstName}}', { ...ada, firstName: '{{email}}' })).toBe('Hi {{email}}');
});

/** Of standards, and of Hasura, Keycloak, Entra, Cognito, Spring, MinIO. */
const namesOfRights = [
  ...['roles', 'groups', 'entitlements', 'scope', 'scp', 'authorization_details', 'permissions'],
  ...['x-hasura-plan', 'X-Hasura-Plan', 'userRole', 'realm_access', 'resource_access', 'wids', 'cognito:groups'],
  ...['authorities', 'policy', 'is_admin', 'https://example.com/roles', 'privileges', 'rights'],
];

const levels = (depth: number): unknown => (depth === 0 ? 1 : { a: levels(depth - 1) });
const sources =
  'id, email, emailVerified, firstName, lastName, tel, telVerified, roles, fields.<name>, claims.<name>, organization.id, organization.slug, organization.roles, organization.claims.<name>';

test.each<[string, string, readonly string[]]>([
  ['no JSON', '{"a": ', ['the file is not valid JSON']],
  ['a list', '[]', ['the file must be a JSON object of claims']],
  ['a text', '"a"', ['the file must be a JSON object of claims']],
  ['a name twice', '{"a": 1, "a": 2}', ['the file has a name twice in one object']],
  ['a nested name twice', '{"a": {"b": 1, "b": 2}}', ['the file has a name twice in one object']],
  ['a huge file', JSON.stringify({ a: 'x'.repeat(70_000) }), ['the file has more than 64 kB']],
  [
    'a large constant',
    JSON.stringify({ a: 'x'.repeat(1600) }),
    ['the file is larger than 1.5 kB already without the data of a user'],
  ],
  [
    'many claims',
    JSON.stringify(Object.fromEntries(Array.from({ length: 51 }, (_, i) => [`c${i}`, i]))),
    ['the file has more than 50 claims'],
  ],
  ['many levels', JSON.stringify(levels(6)), ['"a" > "a" > "a" > "a" > "a" is nested deeper than 5 levels']],
  ['null', '{"a": {"b": null}}', ['"a" > "b" must not be null']],
  ['a blank name', '{"a": {" ": 1}}', ['"a" > " " must be a name that is not blank and has no control characters']],
  [
    'a control character in a name',
    '{"a\\u0007": 1}',
    ['"a\\u0007" must be a name that is not blank and has no control characters'],
  ],
  [
    'a name that sets a prototype',
    '{"__proto__": {"a": 1}}',
    ['"__proto__" must be a name that is not blank and has no control characters'],
  ],
  ['an open placeholder', '{"a": "{{id"}', ['"a" has {{ or }} that do not enclose a source']],
  ['a closed placeholder', '{"a": "id}}"}', ['"a" has {{ or }} that do not enclose a source']],
  ['an empty placeholder', '{"a": "{{}}"}', [`"a" has the unknown source "". The sources are ${sources}`]],
  [
    'an unknown field',
    '{"plan": "{{fields.role}}"}',
    ['"plan" has the source "fields.role", which is not a field of USER_FIELDS'],
  ],
  ['all fields at once', '{"a": "{{fields}}"}', ['"a" has the source "fields", which is not a field of USER_FIELDS']],
  [
    'a field of super admins',
    '{"a": "{{fields.note}}"}',
    ['"a" has {{fields.note}}, which only super admins can read'],
  ],
  ...namesOfRights.flatMap((name) =>
    ['fields.me', 'firstName', 'lastName'].map((source): [string, string, string[]] => [
      `{{${source}}}, which users write, as ${name}`,
      JSON.stringify({ c: { [name]: [`x {{${source}}}`] } }),
      [`"c" > "${name}" > "0" has {{${source}}}, which users write themselves: it cannot decide what they may do`],
    ]),
  ),
  [
    'a list of the fields inside of a text',
    '{"a": "x {{fields.tags}}"}',
    ['"a" has {{fields.tags}} inside of a longer text. A list can only be the whole text'],
  ],
  ['all claims at once', '{"a": "{{claims}}"}', [`"a" has the unknown source "claims". The sources are ${sources}`]],
  [
    'an empty name of the claims',
    '{"a": "{{claims..b}}"}',
    [`"a" has the unknown source "claims..b". The sources are ${sources}`],
  ],
  ['a secret', '{"a": "{{passwordHash}}"}', [`"a" has the unknown source "passwordHash". The sources are ${sources}`]],
  [
    'a name of the prototype',
    '{"a": "{{constructor}}"}',
    [`"a" has the unknown source "constructor". The sources are ${sources}`],
  ],
  [
    'roles inside of a text',
    '{"a": ["x {{roles}}"]}',
    ['"a" > "0" has {{roles}} inside of a longer text. A list can only be the whole text'],
  ],
  [
    'two problems',
    '{"sub": "x", "a": "{{b}}"}',
    [
      '"sub" is a claim that Gatehouse or a standard defines. Use another name',
      `"a" has the unknown source "b". The sources are ${sources}`,
    ],
  ],
])('a file with %s is rejected', (_name, text, problems) => {
  expect(problemsOf(() => parse(text))).toEqual(problems.map((problem) => `TOKEN_CLAIMS: ${problem}`));
});

test('the example of the documentation is a template', () => {
  const [example] = readPage('docs/integrate/roles.md').filter(({ file }) => file === 'token-claims.json');
  expect(parseClaimsTemplate(example?.text ?? '').render(ada)).toEqual({
    'https://hasura.io/jwt/claims': {
      'x-hasura-user-id': ada.id,
      'x-hasura-allowed-roles': ada.roles,
      'x-hasura-default-role': 'user',
    },
    org: 'acme',
  });
});

test('five levels and fifty claims are not too many', () => {
  expect(problemsOf(() => parseClaimsTemplate(JSON.stringify(levels(5))))).toEqual([]);
  const fifty = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`c${i}`, i]));
  expect(problemsOf(() => parseClaimsTemplate(JSON.stringify(fifty)))).toEqual([]);
});

test('no reserved name can be set, and each can be nested', () => {
  const asked = `iss sub aud exp nbf iat jti client_id scope sid rev acr amr auth_time act act_sid act_rev roles groups
    entitlements may_act cnf nonce azp at_hash c_hash typ events`.split(/\s+/);
  expect(asked.filter((name) => !reservedClaims.has(name))).toEqual([]);
  for (const name of reservedClaims) {
    expect(problemsOf(() => parseClaimsTemplate(JSON.stringify({ [name]: 1 })))).toHaveLength(1);
    expect(problemsOf(() => parseClaimsTemplate(JSON.stringify({ a: { [name]: 1 } })))).toEqual([]);
  }
});

test('a file that cannot be read is a problem, and no file is no template', () => {
  expect(problemsOf(() => readClaimsTemplate('/nowhere/claims.json', () => fields))).toEqual([
    'TOKEN_CLAIMS names a file that cannot be read (ENOENT). Check the path',
  ]);
  expect(readClaimsTemplate(null, () => fields)).toBeNull();
});

test('what users do not write can decide what they may do, and what they write can be anything else', () => {
  const free = { name: '{{firstName}} {{lastName}}', me: '{{fields.me}}', copyright: '{{lastName}}' };
  const rights = Object.fromEntries(
    namesOfRights.map((name) => [name, ['{{roles}}', '{{fields.plan}}', '{{claims.org}}']]),
  );
  expect(problemsOf(() => parse(JSON.stringify({ free, rights: {}, c: free })))).toEqual([]);
  expect(problemsOf(() => parse(JSON.stringify({ c: rights })))).toEqual([]);
});

test('a template says which of its fields users write', () => {
  const { usersWrite, uses } = parse('{"a": "{{firstName}} {{fields.me}}", "b": "{{fields.plan}}"}');
  expect(usersWrite).toEqual(['fields.me']);
  expect([...uses]).toEqual(['firstName', 'fields.me', 'fields.plan']);
});
