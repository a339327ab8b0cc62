import { randomBytes } from 'node:crypto';
import { createBaseWithoutKeys } from '../../src/compose/base';
import { createLog } from '../../src/platform/observability/log';
import { restApi, type Token } from '../support/apis';
import { type Gatehouse, type Instance, startGatehouse } from '../support/gatehouse';
import { personPassword, registerPerson, registerSuperAdmin } from '../support/impersonation';
import { exportUsers, importUsers } from '../support/imports';
import { formTo, PageClient, type PageForm } from '../support/page-client';
import { settingFile } from '../support/setting-file';
import { adminPassword } from '../support/super-admin';

/** With USER_FIELDS, users have further fields. */
const declared = {
  nick_name: { type: 'string', max_length: 10, write: 'user', label: { en: 'Nickname', de: 'Spitzname' } },
  plan: { type: 'string', enum: ['free', 'pro'], default: 'free' },
  level: { type: 'string', enum: ['low', 'high'], write: 'user' },
  color: { type: 'string', enum: ['dark blue', 'red'], write: 'user' },
  seats: { type: 'integer', min: 0, max: 100, write: 'user' },
  ratio: { type: 'number', min: 0.5, write: 'user' },
  news: { type: 'boolean', write: 'user' },
  born: { type: 'date', min: '1900-01-01', write: 'user' },
  tags: { type: 'string_list', max_length: 5, write: 'user' },
  kinds: { type: 'string_list', enum: ['a', 'b'], write: 'user' },
  about: { type: 'string', max_length: 4000, write: 'user' },
  more: { type: 'string', max_length: 4000, write: 'user' },
  even_more: { type: 'string', max_length: 4000, write: 'user' },
  score: { type: 'integer', read: 'admin' },
};
const camelNames = new Map([
  ['nick_name', 'nickName'],
  ['even_more', 'evenMore'],
]);
const camel = (name: string) => camelNames.get(name) ?? name;
const shownToUsers = Object.keys(declared).filter((name) => name !== 'score');
const nothing = Object.fromEntries(Object.keys(declared).map((name) => [name, null]));

const right = {
  ...{
    nick_name: 'Äda 🎉',
    level: 'high',
    color: 'dark blue',
    seats: 100,
    ratio: 0.5,
    news: false,
    born: '2000-02-29',
  },
  ...{ tags: ['a', 'b'], kinds: ['b'] },
};

const wholeNumber = 'must be a whole number from -2147483648 to 2147483647';
const noText = 'must be valid Unicode text without control characters';
const unknown = 'is not a field of this installation';
const wrong: [name: string, value: unknown, msg: string][] = [
  ['nick_name', 5, 'must be a string'],
  ['nick_name', ['a'], 'must be a string'],
  ['nick_name', 'x'.repeat(11), 'must have at most 10 characters'],
  ['nick_name', ' \u200b', 'must not be blank'],
  ['nick_name', '', 'must not be blank'],
  ['nick_name', 'a\u0000', noText],
  ['nick_name', '\ud800', noText],
  ['level', 'LOW', 'must be one of low, high'],
  ['level', true, 'must be a string'],
  ['color', 'blue', 'must be one of dark blue, red'],
  ['seats', '5', wholeNumber],
  ['seats', 1.5, wholeNumber],
  ['seats', 2 ** 31, wholeNumber],
  ['seats', true, wholeNumber],
  ['seats', -1, 'must be at least 0'],
  ['seats', 101, 'must be at most 100'],
  ['ratio', '1', 'must be a number'],
  ['ratio', 0.4, 'must be at least 0.5'],
  ['news', 'true', 'must be true or false'],
  ['news', 1, 'must be true or false'],
  ['born', 5, 'must be a string'],
  ['born', '2001-02-29', 'must be a date such as 2026-11-20'],
  ['born', '2001-02-28T00:00:00Z', 'must be a date such as 2026-11-20'],
  ['born', '1899-12-31', 'must be at least 1900-01-01'],
  ['tags', 'a', 'must be a list of strings'],
  ['tags', [1], 'must be a list of strings'],
  ['tags', [null], 'must be a list of strings'],
  ['tags', ['a', 'abcdef'], 'must have at most 5 characters'],
  ['tags', Array(101).fill('a'), 'must have at most 100 entries'],
  ['kinds', ['a', 'c'], 'must be one of a, b'],
  ['nope', 1, unknown],
  ['__proto__', 1, unknown],
  ['constructor', 1, unknown],
];
const forbiddenToUsers: typeof wrong = [
  ['plan', 'pro', 'can only be set by a super admin'],
  ['plan', null, 'can only be set by a super admin'],
  // A user must not learn that it exists.
  ['score', 1, unknown],
];

const routerSecret = randomBytes(32).toString('base64');
let gatehouse: Gatehouse;
let plain: Instance;
let strict: Instance;
let admin: Token;
beforeAll(async () => {
  gatehouse = await startGatehouse({
    USER_FIELDS: settingFile(declared),
    FEDERATION: 'on',
    FEDERATION_SECRET: routerSecret,
  });
  ({ jwt: admin } = await registerSuperAdmin(gatehouse));
  plain = await gatehouse.another({ USER_FIELDS: '' });
  strict = await gatehouse.another({
    USER_FIELDS: settingFile({
      city: { type: 'string', write: 'user', required: true },
      team: { type: 'string', required: true },
      tier: { type: 'string', required: true, default: 'basic' },
    }),
  });
});
afterAll(() => gatehouse.stop());

interface Result {
  code: string | null;
  problems: { field: string; msg: string }[];
  /** By the names of the file. */
  fields: Record<string, unknown> | null;
  id: string | null;
}

let addresses = 0;
const newAddress = () => {
  addresses += 1;
  return `fields.${addresses}@example.com`;
};
const person = () => ({ email: newAddress(), firstName: 'Ada', lastName: 'Lovelace', password: personPassword });

const send = async (url: string, method: string, token: Token, body?: object) => {
  const headers = {
    ...(body && { 'Content-Type': 'application/json' }),
    ...(token && { Authorization: `Bearer ${token}` }),
  };
  const response = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return JSON.parse(await response.text());
};

async function rest(method: string, route: string, token: Token, body?: object, url = gatehouse.url): Promise<Result> {
  const { code = null, errors = [], result } = await send(url + route, method, token, body);
  const id = result?.user?.id ?? result?.id ?? null;
  return { code, problems: errors, fields: result?.user?.fields ?? result?.fields ?? null, id };
}

const selection = (names: string[]) => `fields { ${names.map(camel).join(' ')} }`;
const toFile = (fields: Record<string, unknown> | undefined, names: string[]) =>
  fields ? Object.fromEntries(names.map((name) => [name, fields[camel(name)]])) : null;

const mutations = {
  register: { at: '/graphql', type: 'RegisterInput', result: (user: string) => user },
  updateProfile: { at: '/graphql', type: 'UpdateProfileInput', result: (user: string) => user },
  updateUser: { at: '/admin/graphql', type: 'UpdateUserInput', result: (user: string) => user },
  createUser: { at: '/admin/graphql', type: 'CreateUserInput', result: (user: string) => `user { ${user} }` },
} as const;

async function graphql(
  name: keyof typeof mutations,
  { fields, ...input }: { fields?: unknown },
  token: Token,
  { url = gatehouse.url, names = Object.keys(declared) } = {},
): Promise<Result> {
  const { at, type, result } = mutations[name];
  const shown = at === '/graphql' ? names.filter((one) => one !== 'score') : names;
  const query = `mutation($input: ${type}!) { ${name}(input: $input) {
    error { code fields { field msg } } result { ${result(`id ${selection(shown)}`)} } } }`;
  const isObject = typeof fields === 'object' && fields !== null && !Array.isArray(fields);
  const sent = isObject
    ? Object.fromEntries(Object.entries(fields).map(([key, value]) => [camel(key), value]))
    : fields;
  const { data, errors } = await send(url + at, 'POST', token, {
    query,
    variables: { input: sent === undefined ? input : { ...input, fields: sent } },
  });
  const payload = data?.[name];
  const problem = payload?.error ?? errors?.[0]?.extensions;
  const user = payload?.result?.user ?? payload?.result;
  return {
    code: problem?.code ?? null,
    problems: (problem?.fields ?? []).map(({ field, msg }: { field: string; msg: string }) => ({
      field: field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      msg,
    })),
    fields: toFile(user?.fields, shown),
    id: user?.id ?? null,
  };
}

const ways = {
  REST: {
    register: (fields: unknown) => {
      const { firstName: first_name, lastName: last_name, ...others } = person();
      return rest('POST', '/auth/register', null, { first_name, last_name, ...others, fields });
    },
    profile: (fields: unknown, { jwt }: { jwt: Token }) => rest('PATCH', '/auth/fields', jwt, { fields }),
    me: async (jwt: Token) => (await rest('GET', '/auth/fields', jwt)).fields,
    update: (fields: unknown, { id }: { id: string }) => rest('PATCH', `/admin/users/${id}`, admin, { fields }),
    create: (fields: unknown) => rest('POST', '/admin/users', admin, { email: newAddress(), mailed: false, fields }),
    read: async (id: string) => (await rest('GET', `/admin/users/${id}`, admin)).fields,
  },
  GraphQL: {
    register: (fields: unknown) => graphql('register', { ...person(), fields }, null),
    profile: (fields: unknown, { jwt }: { jwt: Token }) => graphql('updateProfile', { fields }, jwt),
    me: async (jwt: Token) => {
      const query = `{ me { ${selection(shownToUsers)} } }`;
      const { data } = await send(`${gatehouse.url}/graphql`, 'POST', jwt, { query });
      return toFile(data?.me?.fields, shownToUsers);
    },
    update: (fields: unknown, { id }: { id: string }) => graphql('updateUser', { id, fields } as object, admin),
    create: (fields: unknown) => graphql('createUser', { email: newAddress(), mailed: false, fields } as object, admin),
    read: async (id: string) => {
      const query = `{ user(id: "${id}") { ${selection(Object.keys(declared))} } }`;
      const { data } = await send(`${gatehouse.url}/admin/graphql`, 'POST', admin, { query });
      return toFile(data?.user?.fields, Object.keys(declared));
    },
  },
};

const someone = async () => {
  const { id, login } = await registerPerson(gatehouse);
  return { id, jwt: (await login()).jwt };
};
const stored = async (id: string | null) =>
  (await gatehouse.sql(`SELECT fields FROM users WHERE id = '${id}'`))[0]?.fields;
const forUsers = (fields: object) =>
  Object.fromEntries(Object.entries({ ...nothing, plan: 'free', ...fields }).filter(([name]) => name !== 'score'));

describe.each(['REST', 'GraphQL'] as const)('through %s', (name) => {
  const way = ways[name];

  test.each(['register', 'profile', 'update', 'create'] as const)(
    'each type rejects wrong values in %s',
    async (place) => {
      const user = await someone();
      const byUser = place === 'register' || place === 'profile';
      for (const [field, value, msg] of [...wrong, ...(byUser ? forbiddenToUsers : [])]) {
        const fields = Object.defineProperty({ seats: 7 }, field, { value, enumerable: true });
        const { code, problems } = await way[place](fields, user);
        expect([field, value, code, problems]).toEqual([
          field,
          value,
          'VALIDATION_FAILED',
          [{ field: `fields.${field}`, msg }],
        ]);
      }
      for (const [value, msg] of [
        [[], 'must be an object'],
        [5, 'must be an object'],
        ['plan', 'must be an object'],
        [
          { about: 'x'.repeat(3000), more: 'x'.repeat(3000), even_more: 'x'.repeat(3000) },
          'must be at most 8 kB as JSON',
        ],
      ]) {
        const { code, problems } = await way[place](value, user);
        expect([code, problems]).toEqual(['VALIDATION_FAILED', [{ field: 'fields', msg }]]);
      }
      expect(await stored(user.id)).toEqual({ plan: 'free' });
    },
  );

  test('an account gets its fields and the defaults when it is registered', async () => {
    const { id, fields, code } = await way.register(right);
    expect(code).toBeNull();
    expect(await stored(id)).toEqual({ plan: 'free', ...right });
    // The record of the REST API keeps its keys.
    expect(fields).toEqual(name === 'REST' ? null : forUsers(right));
  });

  test('a user changes and removes own fields, and sees no field of super admins', async () => {
    const { id, jwt } = await someone();
    expect(await way.me(jwt)).toEqual(forUsers({}));
    expect((await way.profile(right, { jwt })).fields).toEqual(forUsers(right));
    expect((await way.profile({ seats: null, tags: [] }, { jwt })).fields).toEqual(
      forUsers({ ...right, seats: null, tags: [] }),
    );
    expect(await way.me(jwt)).toEqual(forUsers({ ...right, seats: null, tags: [] }));
    const { seats: _, ...others } = right;
    expect(await stored(id)).toEqual({ plan: 'free', ...others, tags: [] });
    const events = await gatehouse.stores.audit.list({ userId: id, action: 'profile_changed', limit: 9 });
    expect([events.length, JSON.stringify(events).includes('Äda')]).toEqual([2, false]);
    const before = await gatehouse.sql(`SELECT updated_ts FROM users WHERE id = '${id}'`);
    expect((await way.profile({ tags: [] }, { jwt })).code).toBeNull();
    expect(await gatehouse.sql(`SELECT updated_ts FROM users WHERE id = '${id}'`)).toEqual(before);
  });

  test('a super admin creates, changes and reads all fields', async () => {
    const created = await way.create({ plan: 'pro', score: 5, nick_name: 'x' });
    expect(created).toMatchObject({ code: null, fields: { ...nothing, plan: 'pro', score: 5, nick_name: 'x' } });
    const id = created.id ?? '';
    expect((await way.update({ plan: null, score: 6 }, { id })).fields).toEqual({
      ...nothing,
      score: 6,
      nick_name: 'x',
    });
    expect(await way.read(id)).toEqual({ ...nothing, score: 6, nick_name: 'x' });
    const events = await gatehouse.stores.audit.list({ userId: id, action: 'user_updated', limit: 9 });
    expect(events.map(({ details }) => details)).toEqual([{ fields: ['fields.plan', 'fields.score'] }]);
  });

  test('fields, claims and roles in other places set nothing', async () => {
    const { id, jwt } = await someone();
    const sent = { plan: 'pro', roles: ['admin'], claims: { plan: 'pro' }, is_super_admin: true };
    for (const fields of [{ fields: sent }, { roles: ['admin'] }, { claims: { a: 1 } }, { user: { plan: 'pro' } }]) {
      expect((await way.profile(fields, { jwt })).code).toBe('VALIDATION_FAILED');
      expect((await way.register(fields)).code).toBe('VALIDATION_FAILED');
    }
    for (const body of [sent, { user: { fields: sent } }]) {
      await send(`${gatehouse.url}/auth/me`, 'PATCH', jwt, body);
      await restApi.register(gatehouse.url, { ...person(), ...body });
    }
    const [row] = await gatehouse.sql(
      `SELECT fields, claims, roles, is_super_admin AS admin FROM users WHERE id = '${id}'`,
    );
    expect(row).toMatchObject({ fields: { plan: 'free' }, claims: {}, roles: [], admin: false });
    const set = await gatehouse.sql(
      `SELECT id FROM users WHERE email LIKE 'fields.%' AND (roles <> '{}' OR claims <> '{}')`,
    );
    expect(set).toEqual([]);
  });

  test('the list of super admins finds users by fields', async () => {
    const seats = name === 'REST' ? 41 : 42;
    const { id } = await way.register({ seats, tags: ['x', 'y'], news: true });
    const filter = { seats, tags: ['y'], news: true };
    const find = async (fields: Record<string, unknown>) => {
      if (name === 'GraphQL') {
        const query = 'query($fields: UserFieldsInput) { users(filter: {fields: $fields}) { nodes { id } } }';
        const { data, errors } = await send(`${gatehouse.url}/admin/graphql`, 'POST', admin, {
          query,
          variables: { fields },
        });
        return data?.users.nodes ?? errors[0].extensions;
      }
      const pairs = Object.entries(fields).flatMap(([key, value]) =>
        [value].flat().map((one) => [`fields.${key}`, String(one)]),
      );
      const { result, code, errors } = await send(
        `${gatehouse.url}/admin/users?${new URLSearchParams(pairs)}`,
        'GET',
        admin,
      );
      return result?.users ?? { code, fields: errors };
    };
    expect(await find(filter)).toEqual([expect.objectContaining({ id })]);
    expect(await find({ ...filter, news: false })).toEqual([]);
    expect(await find({ seats: 'many' })).toMatchObject({
      code: 'VALIDATION_FAILED',
      fields: [{ field: 'fields.seats', msg: wholeNumber }],
    });
  });

  test('required fields are asked for in a registration and by createUser', async () => {
    const { url } = strict;
    const sent = person();
    const names = ['city', 'team', 'tier'];
    const register = async (fields: unknown) =>
      name === 'REST'
        ? rest('POST', '/auth/register', null, { ...sent, first_name: 'Ada', last_name: 'King', fields }, url)
        : graphql('register', { ...sent, fields } as object, null, { url, names });
    const missing = [{ field: 'fields.city', msg: 'is required' }];
    for (const fields of [undefined, null, {}, { city: null }])
      expect((await register(fields)).problems).toEqual(missing);
    const { id, code } = await register({ city: 'London' });
    expect([code, await stored(id)]).toEqual([null, { city: 'London', tier: 'basic' }]);
    const input = { email: newAddress(), mailed: false, fields: { tier: 'top' } };
    const created =
      name === 'REST'
        ? await rest('POST', '/admin/users', admin, input, url)
        : await graphql('createUser', input, admin, { url, names });
    expect(created.problems).toEqual([...missing, { field: 'fields.team', msg: 'is required' }]);
  });
});

describe('pages', () => {
  const texts = (form: PageForm) =>
    Object.fromEntries(Object.entries(form.fields).filter(([name]) => name.startsWith('fields.')));

  test('the page of registration asks for the fields that users write, and for those that are required', async () => {
    const client = new PageClient({ ...strict, config: gatehouse.config });
    const page = await client.get('/register');
    const { fields, inputs } = formTo(page, '/register');
    expect(texts(formTo(page, '/register'))).toEqual({ 'fields.city': '' });
    expect(inputs['fields.city']).toHaveProperty('required');
    const email = newAddress();
    const typed = { ...fields, first_name: 'Ada', last_name: 'King', email, password: personPassword };
    const again = await client.post('/register', { ...typed, 'fields.city': 'x'.repeat(201), 'fields.team': 'a' });
    expect(again.status).toBe(400);
    expect(formTo(again, '/register').inputs['fields.city']).toMatchObject({
      value: 'x'.repeat(201),
      'aria-invalid': 'true',
    });
    expect((await client.post('/register', { ...typed, 'fields.team': 'a' })).status).toBe(400);
    await client.register({ email, 'fields.city': 'London', 'fields.team': 'a' });
    expect(await gatehouse.sql(`SELECT fields FROM users WHERE email = '${email}'`)).toEqual([
      { fields: { city: 'London', tier: 'basic' } },
    ]);
  });

  test('required fields are asked for when an account is made, and not when it is changed', async () => {
    const site = { ...strict, config: gatehouse.config };
    const person = new PageClient(site);
    await person.register({ email: newAddress(), 'fields.city': 'London' });
    const root = await registerSuperAdmin(gatehouse);
    const console = new PageClient(site);
    await console.signIn({ email: root.email, password: adminPassword });
    const cityOf = async (client: PageClient, path: string, action = path) =>
      formTo(await client.get(path), action).inputs['fields.city'];
    expect(await cityOf(console, '/console/invite')).toHaveProperty('required');
    expect(await cityOf(console, `/console/users/${root.id}/edit`)).not.toHaveProperty('required');
    expect(await cityOf(person, '/account')).not.toHaveProperty('required');
    const saved = await person.submit(await person.get('/account'), '/account', { 'fields.city': '' });
    expect(saved.location).toBe('/account?done=profile');
  });

  test('the page of the account changes the fields that users write, and no other', async () => {
    const client = new PageClient(gatehouse);
    const { email } = await client.register({ email: newAddress(), 'fields.level': 'low', 'fields.news': 'true' });
    const storedNow = async () => (await gatehouse.sql(`SELECT fields FROM users WHERE email = '${email}'`))[0]?.fields;
    expect(await storedNow()).toEqual({ plan: 'free', level: 'low', news: true });
    const german = await client.get('/account?lang=de');
    expect(german.text).toContain('Spitzname');
    const page = await client.get('/account?lang=en');
    const form = formTo(page, '/account');
    expect(Object.keys(texts(form))).not.toEqual(expect.arrayContaining(['fields.plan', 'fields.score']));
    expect(texts(form)).toMatchObject({ 'fields.level': 'low', 'fields.news': 'true', 'fields.tags': '' });
    const { 'fields.news': _tick, ...without } = form.fields;
    const typed = {
      'fields.nick_name': 'Ada',
      'fields.seats': '7',
      'fields.tags': 'a, b',
      'fields.born': '2000-02-29',
    };
    const saved = await client.post('/account', { ...without, ...typed, 'fields.plan': 'pro', 'fields.score': '9' });
    expect(saved.location).toBe('/account?done=profile');
    const changed = { nick_name: 'Ada', seats: 7, tags: ['a', 'b'], born: '2000-02-29', news: false };
    expect(await storedNow()).toEqual({ plan: 'free', level: 'low', ...changed });

    const next = await client.get('/account');
    expect(texts(formTo(next, '/account'))).toMatchObject({ ...typed, 'fields.level': 'low' });
    const invalid = await client.submit(next, '/account', { 'fields.seats': 'many', 'fields.level': '' });
    expect(invalid.status).toBe(400);
    expect(formTo(invalid, '/account').inputs['fields.seats']).toMatchObject({ value: 'many', 'aria-invalid': 'true' });
    await client.submit(next, '/account', { 'fields.seats': '', 'fields.level': '' });
    const { seats: _seats, ...kept } = changed;
    expect(await storedNow()).toEqual({ plan: 'free', ...kept });
    const events = await gatehouse.sql(`SELECT details->'fields' AS fields FROM audit_events
      WHERE action = 'profile_changed' AND user_id = (SELECT id FROM users WHERE email = '${email}') ORDER BY id DESC LIMIT 1`);
    expect(events).toEqual([{ fields: ['fields.level', 'fields.seats'] }]);
  });

  test('the console shows and changes all fields, and asks for them in an invitation', async () => {
    const root = await registerSuperAdmin(gatehouse);
    const client = new PageClient(gatehouse);
    await client.signIn({ email: root.email, password: adminPassword });
    const { id } = await someone();
    const path = `/console/users/${id}`;
    const form = await client.get(`${path}/edit`);
    expect(texts(formTo(form, `${path}/edit`))).toMatchObject({ 'fields.plan': 'free', 'fields.score': '' });
    const typed = { 'fields.plan': 'pro', 'fields.score': '5', 'fields.news': 'true' };
    const saved = await client.submit(form, `${path}/edit`, typed);
    expect(saved.location).toBe(`${path}?done=saved`);
    expect(await stored(id)).toEqual({ plan: 'pro', score: 5, news: true });
    expect((await client.get(path)).text).toMatch(/Plan pro .*News On .*Score 5/);
    const wrong = await client.submit(await client.get(`${path}/edit`), `${path}/edit`, { 'fields.score': 'x' });
    expect(formTo(wrong, `${path}/edit`).inputs['fields.score']).toMatchObject({ value: 'x', 'aria-invalid': 'true' });

    const email = newAddress();
    const invite = await client.get('/console/invite');
    await client.submit(invite, '/console/invite', { email, 'fields.plan': 'pro', 'fields.seats': '3' });
    expect(await gatehouse.sql(`SELECT fields FROM users WHERE email = '${email}'`)).toEqual([
      { fields: { plan: 'pro', seats: 3 } },
    ]);
  });
});

test('the OpenAPI documents of the installation have the fields', async () => {
  const admins = await send(`${gatehouse.url}/admin/openapi.json`, 'GET', admin);
  const { fields } = admins.components.schemas.AdminUser.properties;
  expect(Object.keys(fields.properties)).toEqual(Object.keys(declared));
  expect(fields.properties.plan).toMatchObject({ enum: ['free', 'pro', null] });
  const { paths } = await send(`${gatehouse.url}/openapi.json`, 'GET', null);
  expect(Object.keys(paths['/auth/fields'])).toEqual(['get', 'patch']);
});

test('a router has the type of the fields, and reads those that users read', async () => {
  const { id } = await someone();
  const ask = async (query: string) => {
    const headers = { 'Content-Type': 'application/json', 'X-Router-Secret': routerSecret };
    const response = await fetch(`${gatehouse.url}/graphql`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ query }),
    });
    return JSON.parse(await response.text()).data;
  };
  const { sdl } = (await ask('{ _service { sdl } }'))._service;
  expect(sdl).toMatch(/type UserFields \{[^}]*plan: UserFieldPlan/);
  expect(sdl).not.toContain('score');
  const user = `{ __typename: "User", id: "${id}" }`;
  const { _entities } = await ask(`{ _entities(representations: [${user}]) { ... on User { fields { plan } } } }`);
  expect(_entities).toEqual([{ fields: { plan: 'free' } }]);
});

test('an export of own data has no field of super admins', async () => {
  const { id, jwt } = await someone();
  await gatehouse.sql(`UPDATE users SET fields = '{"plan": "pro", "score": 5}' WHERE id = '${id}'`);
  const { result: data } = await restApi.exportMyData(gatehouse.url, jwt);
  expect((data as { users?: object[] } | null)?.users?.[0]).toMatchObject({ id, fields: forUsers({ plan: 'pro' }) });
  expect(JSON.stringify(data)).not.toContain('score');
});

test('an import checks the fields of its lines and adds the defaults, and an export has them', async () => {
  const { userFields } = createBaseWithoutKeys(gatehouse.config, gatehouse.stores, createLog('silent'));
  const line = () => ({ email: newAddress(), first_name: 'Ada', last_name: 'King' });
  const [given, none] = [line(), line()];
  const lines = [{ ...given, fields: { ...right, score: 5, plan: null } }, none];
  const broken = wrong
    .filter(([field]) => field !== '__proto__')
    .map(([field, value]) => ({ ...line(), fields: { [field]: value } }));
  const { counts, reasons } = await importUsers(gatehouse.stores, [...lines, ...broken], { userFields });
  expect(counts).toMatchObject({ imported: 2 });
  const messages = wrong.filter(([field]) => field !== '__proto__').map(([field, , msg]) => `fields.${field} ${msg}`);
  expect(reasons.map((reason) => reason.replace(/^\d+ rejected: /, ''))).toEqual(messages);
  const exported = (await exportUsers(gatehouse.stores, false))
    .trim()
    .split('\n')
    .map((one) => JSON.parse(one));
  const fieldsOf = (email: string) => exported.find((one) => one.email === email).fields;
  expect([fieldsOf(given.email), fieldsOf(none.email)]).toEqual([{ ...right, score: 5 }, { plan: 'free' }]);
});

test('without USER_FIELDS nothing of it exists', async () => {
  const { jwt } = await someone();
  expect(await send(`${plain.url}/auth/fields`, 'GET', jwt)).toMatchObject({ code: 'NOT_FOUND' });
  expect(await send(`${plain.url}/auth/fields`, 'PATCH', jwt, { fields: {} })).toMatchObject({ code: 'NOT_FOUND' });
  const query = '{ me { id fields { plan } } }';
  expect(JSON.stringify(await send(`${plain.url}/graphql`, 'POST', jwt, { query }))).toContain('Cannot query field');
  const { result } = await send(`${plain.url}/admin/users?limit=1`, 'GET', admin);
  expect(result.users[0]).not.toHaveProperty('fields');
  // Ignored, as any other name.
  const registered = await send(`${plain.url}/auth/register`, 'POST', null, {
    ...person(),
    first_name: 'A',
    last_name: 'B',
    fields: 5,
  });
  expect(registered).toMatchObject({ success: true });
  expect(await stored(registered.result.id)).toEqual({});
});

test('the answers of register and login have the same keys with and without fields', async () => {
  const shapes = [];
  for (const { url } of [gatehouse, plain]) {
    const { email, password } = person();
    const registered = await send(`${url}/auth/register`, 'POST', null, {
      email,
      password,
      first_name: 'A',
      last_name: 'B',
    });
    const login = await send(`${url}/auth/login`, 'POST', null, { email, password });
    shapes.push(
      [registered, login].map((answer) => [
        Object.keys(answer),
        Object.keys(answer.result),
        Object.keys(answer.result.user ?? {}),
      ]),
    );
  }
  expect(shapes[0]).toEqual(shapes[1]);
  expect(shapes[0]?.[0]?.[1]).toHaveLength(15);
});

test('a stored value that the file no longer allows is null, and is kept', async () => {
  const { id, jwt } = await someone();
  await gatehouse.sql(`UPDATE users SET fields = '{"seats": "many", "old": 1, "level": "none"}' WHERE id = '${id}'`);
  for (const { me } of [ways.REST, ways.GraphQL]) expect(await me(jwt)).toEqual(forUsers({ plan: null }));
  await ways.REST.profile({ news: true }, { jwt });
  expect(await stored(id)).toEqual({ seats: 'many', old: 1, level: 'none', news: true });
});
