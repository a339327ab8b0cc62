import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { graphqlApi, postJson, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { redisUrl } from '../support/limits';

const password = 'correct horse battery';
const secret = randomBytes(32).toString('base64');
const router = { 'X-Router-Secret': secret };
const unknownId = '01a1fafd-5d48-74fb-874f-7e0ccacee987';

interface Problem {
  code: string;
  fields: { field: string; msg: string }[];
  limit: string | null;
}

interface Answer {
  status: number;
  data?: Record<string, unknown> | null;
  errors?: { message: string; path?: (string | number)[]; extensions: Problem }[];
}

async function ask(
  url: string,
  query: string,
  { variables = {}, headers = {} }: { variables?: unknown; headers?: Record<string, string> } = {},
): Promise<Answer> {
  const response = await postJson(`${url}/graphql`, { query, variables }, headers);
  return { status: response.status, ...((await response.json()) as Omit<Answer, 'status'>) };
}

const entitiesQuery = (fields: string) =>
  `query ($representations: [_Any!]!) { _entities(representations: $representations) { ... on User { ${fields} } } }`;

const toRepresentation = (id: unknown) => ({ __typename: 'User', id });

/** Asks as a router does. */
const askEntities = (
  url: string,
  ids: readonly unknown[],
  headers: Record<string, string> = {},
  fields = 'id firstName lastName',
) => ask(url, entitiesQuery(fields), { variables: { representations: ids.map(toRepresentation) }, headers });

async function register(url: string, firstName: string): Promise<{ id: string; email: string }> {
  const email = `${firstName.toLowerCase()}@example.com`;
  const { user } = await restApi.register(url, { email, firstName, lastName: 'Lovelace', password });
  if (!user) throw new Error(`${firstName} was not registered`);
  return { id: user.id, email };
}

async function bearerOf(url: string, email: string): Promise<{ Authorization: string }> {
  const { jwt } = await restApi.login(url, { email, password });
  return { Authorization: `Bearer ${jwt}` };
}

const errorsOf = ({ errors = [] }: Answer) => errors.map(({ path: at, extensions: { code } }) => ({ at, code }));

describe('off', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse();
  });
  afterAll(() => gatehouse.stop());

  test.each([
    '{ _service { sdl } }',
    '{ _entities(representations: []) { __typename } }',
    '{ __type(name: "_Any") { name } }',
  ])('the schema has no %s', async (query) => {
    const { data, errors } = await ask(gatehouse.url, query, { headers: router });
    expect(data?.__type ?? null).toBeNull();
    if (!query.includes('__type'))
      expect(errors?.[0]?.message).toMatch(/^Cannot query field "_\w+" on type "Query"\.$/);
  });
});

describe('on', () => {
  let gatehouse: Gatehouse;
  let url: string;
  let ada: { id: string; email: string };
  let grace: { id: string; email: string };
  let asAda: { Authorization: string };
  beforeAll(async () => {
    gatehouse = await startGatehouse({ FEDERATION: 'on', FEDERATION_SECRET: secret, GRAPHQL_EXPLORER: 'off' });
    url = gatehouse.url;
    ada = await register(url, 'Ada');
    grace = await register(url, 'Grace');
    asAda = await bearerOf(url, ada.email);
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => gatehouse.stop());

  const namesOf = ({ id }: { id: string }, firstName: string) => ({ id, firstName, lastName: 'Lovelace' });
  const spyOnLookups = () => jest.spyOn(gatehouse.stores.users, 'findByIds');

  describe('who can read whom', () => {
    test.each<[string, () => Record<string, string>, () => unknown[]]>([
      ['without a token', () => ({}), () => [null, null, null]],
      ['with a wrong secret', () => ({ 'X-Router-Secret': `${secret}x` }), () => [null, null, null]],
      ['with an empty secret', () => ({ 'X-Router-Secret': '' }), () => [null, null, null]],
      ['with the token of Ada', () => asAda, () => [namesOf(ada, 'Ada'), null, null]],
      ['with the secret', () => router, () => [namesOf(ada, 'Ada'), namesOf(grace, 'Grace'), null]],
      [
        'with the secret and the token of Ada',
        () => ({ ...router, ...asAda }),
        () => [namesOf(ada, 'Ada'), namesOf(grace, 'Grace'), null],
      ],
    ])('%s', async (_name, headers, expected) => {
      const answer = await askEntities(url, [ada.id, grace.id, unknownId], headers());
      expect(answer).toEqual({ status: 200, data: { _entities: expected() } });
    });

    test('the user of the token has every field, as in me', async () => {
      const { user } = await graphqlApi.me(url, asAda.Authorization.replace('Bearer ', ''));
      const fields = Object.keys(user ?? {}).filter((name) => name !== '__typename');
      expect(fields.length).toBeGreaterThan(10);
      for (const headers of [asAda, { ...asAda, ...router }]) {
        const answer = await askEntities(url, [ada.id], headers, fields.join(' '));
        expect(answer.data).toEqual({ _entities: [user] });
      }
    });

    test.each([
      ['email', { _entities: [null] }, ['_entities', 0, 'email']],
      ['isSuperAdmin', { _entities: [null] }, ['_entities', 0, 'isSuperAdmin']],
      ['tel', { _entities: [{ firstName: 'Grace', tel: null }] }, ['_entities', 0, 'tel']],
    ])('the router cannot read %s of another user', async (field, data, at) => {
      const answer = await askEntities(url, [grace.id], { ...router, ...asAda }, `firstName ${field}`);
      expect(answer).toMatchObject({ status: 200, data });
      expect(errorsOf(answer)).toEqual([{ at, code: 'FORBIDDEN' }]);
    });

    test.each(['email', 'isSuperAdmin', 'disabled', 'emailVerified', 'telVerified', 'createdTs', 'updatedTs'])(
      'no answer to the router has %s',
      async (field) => {
        const answer = await askEntities(url, [grace.id], router, `id ${field}`);
        expect(errorsOf(answer)).toEqual([{ at: ['_entities', 0, field], code: 'FORBIDDEN' }]);
        expect(JSON.stringify(answer)).not.toContain(grace.email);
      },
    );

    test('without the setting FEDERATION_SECRET no secret is right', async () => {
      const another = await gatehouse.another({ FEDERATION_SECRET: '' });
      for (const value of ['', 'null', 'undefined', secret]) {
        const answer = await askEntities(another.url, [grace.id], { 'X-Router-Secret': value });
        expect(answer.data).toEqual({ _entities: [null] });
      }
    });
  });

  describe('an organization', () => {
    const organizationQuery = `query ($representations: [_Any!]!) { _entities(representations: $representations) {
      ... on Organization { id slug name roles } ... on User { firstName }
    } }`;
    const askBoth = (on: string, ids: readonly string[], headers: Record<string, string>) => {
      const organizations = ids.map((id) => ({ __typename: 'Organization', id }));
      const representations = [...organizations, toRepresentation(ada.id)];
      return ask(on, organizationQuery, { variables: { representations }, headers });
    };

    test('only its members see it, also through a router', async () => {
      const another = await gatehouse.another({ ORGANIZATIONS: 'users' });
      await gatehouse.sql(`UPDATE users SET email_verified = true WHERE id = '${ada.id}'`);
      const { result } = await graphqlApi.createOrganization(
        another.url,
        { name: 'Example & Sons' },
        asAda.Authorization.replace('Bearer ', ''),
      );
      const id = String(result?.id);
      const own = { id, slug: result?.slug, name: 'Example & Sons', roles: ['owner'] };
      const asGrace = await bearerOf(url, grace.email);
      const user = { firstName: 'Ada' };
      const ids = [id, unknownId, id.toUpperCase(), 'no id'];
      expect((await askBoth(another.url, ids, asAda)).data).toEqual({ _entities: [own, null, own, null, user] });
      expect((await askBoth(another.url, ids, { ...asAda, ...router })).data).toEqual({
        _entities: [own, null, own, null, user],
      });
      expect((await askBoth(another.url, [id], router)).data).toEqual({ _entities: [null, user] });
      expect((await askBoth(another.url, [id], { ...asGrace, ...router })).data).toEqual({ _entities: [null, user] });
      expect((await askBoth(url, [id], asAda)).data).toEqual({ _entities: [null, user] });
    });
  });

  test('the answer has the order of the representations, also if a user is in it twice', async () => {
    const ids = [grace.id, ada.id, unknownId, grace.id.toUpperCase(), ada.id];
    const answer = await askEntities(url, ids, router, 'firstName');
    const users = [{ firstName: 'Grace' }, { firstName: 'Ada' }];
    expect(answer.data).toEqual({ _entities: [...users, null, ...users] });
  });

  test('a representation can be a literal, and has a type name', async () => {
    const query = `{ _entities(representations: [{__typename: "User", id: "${ada.id}"}]) { __typename } }`;
    expect((await ask(url, query, { headers: router })).data).toEqual({ _entities: [{ __typename: 'User' }] });
  });

  test('claims that a router forwards in extensions give no right', async () => {
    const response = await postJson(`${url}/graphql`, {
      query: entitiesQuery('firstName'),
      variables: { representations: [toRepresentation(ada.id)] },
      extensions: { jwt: { payload: { sub: ada.id }, token: asAda.Authorization.slice('Bearer '.length) } },
    });
    expect(await response.json()).toEqual({ data: { _entities: [null] } });
  });

  test('an empty list is answered without a query', async () => {
    const lookups = spyOnLookups();
    expect(await askEntities(url, [], router)).toEqual({ status: 200, data: { _entities: [] } });
    expect(lookups).not.toHaveBeenCalled();
  });

  test('without a right to read anyone, there is no query', async () => {
    const lookups = spyOnLookups();
    await askEntities(url, [ada.id, grace.id]);
    await askEntities(url, [grace.id], asAda);
    await askEntities(url, ['no UUID', "'; DROP TABLE users", '', '{}'], router);
    expect(lookups).not.toHaveBeenCalled();
  });

  describe('the number of representations', () => {
    const idsFrom = (count: number) => Array.from({ length: count }, (_, i) => (i % 2 ? ada.id : unknownIdOf(i)));
    const unknownIdOf = (i: number) => `${unknownId.slice(0, -4)}${i.toString(16).padStart(4, '0')}`;

    test('200 are answered with one statement', async () => {
      const lookups = spyOnLookups();
      const answer = await askEntities(url, idsFrom(200), router, 'firstName');
      expect(answer.data?._entities).toHaveLength(200);
      expect(lookups).toHaveBeenCalledTimes(1);
      // Each id is in the statement once.
      expect(lookups.mock.calls[0]?.[0]).toHaveLength(101);
    });

    test.each<[string, () => Promise<Answer>]>([
      ['in one list', () => askEntities(url, idsFrom(201), router)],
      [
        'in two lists of one document',
        () =>
          ask(
            url,
            'query ($a: [_Any!]!, $b: [_Any!]!) { a: _entities(representations: $a) { __typename } b: _entities(representations: $b) { __typename } }',
            {
              variables: { a: idsFrom(101).map(toRepresentation), b: idsFrom(100).map(toRepresentation) },
              headers: router,
            },
          ),
      ],
    ])('201 are rejected: %s', async (_name, tooMany) => {
      const lookups = spyOnLookups();
      const answer = await tooMany();
      expect(lookups).not.toHaveBeenCalled();
      expect(answer).toMatchObject({ status: 400, data: null });
      expect(answer.errors?.[0]?.extensions).toMatchObject({
        code: 'VALIDATION_FAILED',
        fields: [{ field: 'representations', msg: 'must have at most 200 entries in one request' }],
      });
    });

    test('all lists of one document share one statement', async () => {
      const lookups = spyOnLookups();
      const query = `query ($a: [_Any!]!, $b: [_Any!]!) {
        a: _entities(representations: $a) { ... on User { firstName } }
        ... { b: _entities(representations: $b) { ... on User { lastName } } }
      }`;
      const variables = { a: [ada.id, grace.id].map(toRepresentation), b: [grace.id].map(toRepresentation) };
      expect((await ask(url, query, { variables, headers: router })).data).toEqual({
        a: [{ firstName: 'Ada' }, { firstName: 'Grace' }],
        b: [{ lastName: 'Lovelace' }],
      });
      expect(lookups).toHaveBeenCalledTimes(1);
    });

    test('two requests of one connection have their own numbers', async () => {
      for (let i = 0; i < 2; i += 1) {
        expect((await askEntities(url, idsFrom(150), router)).status).toBe(200);
      }
    });
  });

  test.each<[string, unknown]>([
    ['a text', ['hunter2']],
    ['a number', [7]],
    ['a list', [['hunter2']]],
    ['no type', [{ id: unknownId }]],
    ['another type', [{ __typename: 'Session', id: unknownId }]],
    ['a type that is in no schema', [{ __typename: 'hunter2', id: unknownId }]],
    ['a property of every object as the type', [{ __typename: 'constructor', id: unknownId }]],
    ['no key', [{ __typename: 'User' }]],
    ['another key', [{ __typename: 'User', email: 'hunter2' }]],
    ['null as the key', [{ __typename: 'User', id: null }]],
    ['a number as the key', [{ __typename: 'User', id: 7 }]],
    ['an object as the key', [{ __typename: 'User', id: { toString: 'hunter2' } }]],
    ['a list as the key', [{ __typename: 'User', id: [unknownId] }]],
    ['a right one and a wrong one', [toRepresentation(unknownId), 'hunter2']],
  ])('a malformed representation is rejected: %s', async (_name, representations) => {
    const lookups = spyOnLookups();
    const answer = await ask(url, entitiesQuery('id'), { variables: { representations }, headers: router });
    expect(answer).toMatchObject({ status: 400, data: null });
    expect(answer.errors?.map(({ extensions: { code, fields } }) => ({ code, fields }))).toEqual([
      {
        code: 'VALIDATION_FAILED',
        fields: [
          {
            field: 'representations',
            msg: 'must be a list of objects, each with the __typename "User" or "Organization" and a string as the id',
          },
        ],
      },
    ]);
    expect(JSON.stringify(answer)).not.toContain('hunter2');
    expect(lookups).not.toHaveBeenCalled();
  });

  test.each<[string, unknown]>([
    ['null in the list', [null]],
    ['null', null],
    ['nothing', undefined],
  ])('representations that break the schema are rejected: %s', async (_name, representations) => {
    const answer = await ask(url, entitiesQuery('id'), { variables: { representations }, headers: router });
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.data ?? null).toBeNull();
    expect(answer.errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
  });

  test('one object in place of the list counts as a list, as GraphQL requires', async () => {
    const answer = await ask(url, entitiesQuery('firstName'), {
      variables: { representations: toRepresentation(ada.id) },
      headers: router,
    });
    expect(answer.data).toEqual({ _entities: [{ firstName: 'Ada' }] });
  });

  describe('an access token that is not valid is an error, also with the secret', () => {
    const rejected = { status: 200, data: null, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] };

    test.each(['Bearer x.y.z', 'Basic YWRhOmFkYQ==', 'Bearer'])('%s', async (authorization) => {
      const headers = { ...router, Authorization: authorization };
      expect(await askEntities(url, [grace.id], headers)).toMatchObject(rejected);
    });

    test('the token of an ended session', async () => {
      const { jwt } = await restApi.login(url, { email: grace.email, password });
      await restApi.logout(url, {}, jwt);
      const headers = { ...router, Authorization: `Bearer ${jwt}` };
      expect(await askEntities(url, [grace.id], headers)).toMatchObject(rejected);
    });

    test.each(['UPDATE users SET disabled = true WHERE', 'DELETE FROM users WHERE'])('%s', async (statement) => {
      const lost = await register(url, `Lost${statement.length}`);
      const asLost = await bearerOf(url, lost.email);
      // Without the commands, which would end the session as well.
      await gatehouse.sql(`${statement} id = '${lost.id}'`);
      expect(await askEntities(url, [lost.id], { ...router, ...asLost })).toMatchObject(rejected);
    });
  });

  test('the name of a disabled user stays readable for the router', async () => {
    const joan = await register(url, 'Joan');
    await gatehouse.sql(`UPDATE users SET disabled = true WHERE id = '${joan.id}'`);
    expect((await askEntities(url, [joan.id], router)).data).toEqual({ _entities: [namesOf(joan, 'Joan')] });
  });

  describe('the schema for the router', () => {
    const committed = readFileSync(path.join(__dirname, 'subgraph.graphql'), 'utf8');
    const sdlQuery = '{ _service { sdl } }';

    test('is the one that is committed', async () => {
      expect(await ask(url, sdlQuery, { headers: router })).toEqual({
        status: 200,
        data: { _service: { sdl: committed } },
      });
    });

    test.each<[string, () => Record<string, string>]>([
      ['without the secret', () => ({})],
      ['with a wrong secret', () => ({ 'X-Router-Secret': secret.toUpperCase() })],
      ['with a longer secret', () => ({ 'X-Router-Secret': `${secret} ${secret}` })],
      ['with an access token', () => asAda],
    ])('needs the secret where introspection is not allowed: %s', async (_name, headers) => {
      const answer = await ask(url, sdlQuery, { headers: headers() });
      expect(answer).toMatchObject({ data: null });
      expect(errorsOf(answer)).toEqual([{ at: ['_service'], code: 'FORBIDDEN' }]);
      expect(JSON.stringify(answer)).not.toContain('specs.apollo.dev');
    });

    test('needs no secret where introspection is allowed', async () => {
      const another = await gatehouse.another({ GRAPHQL_EXPLORER: 'on' });
      expect((await ask(another.url, sdlQuery)).data).toEqual({ _service: { sdl: committed } });
    });

    test('the secret does not allow introspection', async () => {
      const { status, errors } = await ask(url, '{ __schema { types { name } } }', { headers: router });
      expect(status).toBe(400);
      expect(errors?.[0]?.message).toMatch(/^Introspection is not allowed/);
    });
  });

  describe('attacks that multiply', () => {
    const field = (alias: string) => `${alias}: _entities(representations: []) { __typename }`;
    const repeat = (count: number, text: (i: number) => string) =>
      Array.from({ length: count }, (_, i) => text(i)).join(' ');

    test.each<[string, string, string]>([
      ['aliases', `{ ${repeat(16, (i) => field(`a${i}`))} }`, 'aliases'],
      ['root fields', `{ ${repeat(11, () => '_entities(representations: []) { __typename }')} }`, 'root fields'],
      ['fragments', `{ ${repeat(16, () => '...F')} } fragment F on Query { ${field('a')} }`, 'aliases'],
      ['fields', `{ _entities(representations: []) { ${repeat(151, () => '__typename')} } }`, 'fields and fragments'],
      [
        'directives',
        `{ _entities(representations: []) { __typename ${repeat(21, () => '@include(if: true)')} } }`,
        'directives',
      ],
      ['the schema', `{ ${repeat(16, (i) => `a${i}: _service { sdl }`)} }`, 'aliases'],
      [
        'a nested value',
        `{ _entities(representations: ${'['.repeat(9)}${']'.repeat(9)}) { __typename } }`,
        'levels of',
      ],
      ['two logins', `mutation { a: login(input: {}) { success } b: login(input: {}) { success } }`, 'credentials'],
    ])('%s', async (_name, query, limit) => {
      const lookups = spyOnLookups();
      const { status, data, errors } = await ask(url, query, { headers: router });
      expect({ status, data }).toEqual({ status: 400, data: undefined });
      expect(errors?.[0]?.message).toContain(limit);
      expect(lookups).not.toHaveBeenCalled();
    });

    test('a batch is rejected', async () => {
      const one = { query: entitiesQuery('id'), variables: { representations: [toRepresentation(ada.id)] } };
      const response = await postJson(`${url}/graphql`, [one, one], router);
      expect(response.status).toBe(400);
    });

    test('a GET has the same rules', async () => {
      const get = async (headers: Record<string, string>) => {
        const query = `{ _entities(representations: [{__typename: "User", id: "${grace.id}"}]) { ... on User { firstName } } }`;
        return (await fetch(`${url}/graphql?query=${encodeURIComponent(query)}`, { headers })).json();
      };
      expect(await get({})).toEqual({ data: { _entities: [null] } });
      expect(await get(router)).toEqual({ data: { _entities: [{ firstName: 'Grace' }] } });
    });
  });

  test('the log names the operations, and has no secret', async () => {
    await askEntities(url, [ada.id], router);
    await ask(url, '{ _service { sdl } }', { headers: router });
    await askEntities(url, [ada.id], { 'X-Router-Secret': 'wrong-hunter2' });
    await setImmediate();
    const log = gatehouse.logged();
    expect(log).toContain('"operation":"_entities"');
    expect(log).toContain('"operation":"_service"');
    expect(log).not.toContain(secret);
    expect(log).not.toContain('hunter2');
    expect(JSON.stringify(gatehouse.config)).not.toContain(secret);
  });
});

test('a wrong access token counts once for each request, for the network, and stops nothing that is right', async () => {
  const gatehouse = await startGatehouse({
    FEDERATION: 'on',
    FEDERATION_SECRET: secret,
    RATE_LIMITS: 'on',
    RATE_LIMIT_ENTITIES_NETWORK: '2/600',
    GATEHOUSE_SECRET: randomBytes(32).toString('base64'),
    ...(redisUrl && { REDIS_URL: redisUrl }),
  });
  const wrong = { Authorization: 'Bearer x' };
  const twice = '{ a: _entities(representations: []) { __typename } b: _entities(representations: []) { __typename } }';
  const failed = async () => {
    const { errors } = await ask(gatehouse.url, twice, { headers: wrong });
    return new Set(errors?.map(({ extensions: { code, limit } }) => `${code} ${limit}`));
  };
  for (let i = 0; i < 2; i += 1) expect(await failed()).toEqual(new Set(['UNAUTHENTICATED null']));
  expect(await failed()).toEqual(new Set(['RATE_LIMITED ENTITIES_NETWORK']));
  expect((await ask(gatehouse.url, twice, { headers: router })).data).toEqual({ a: [], b: [] });
  expect((await askEntities(gatehouse.url, [unknownId])).data).toEqual({ _entities: [null] });
  await gatehouse.stop();
});
