import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { get } from 'node:http';
import { buildSchema, getIntrospectionQuery, isEnumType } from 'graphql';
import { auditServer } from 'graphql-http';
import { errorTable } from '../../src/platform/errors/error-table';
import { RequestScheduler } from '../../src/platform/http/request-scheduler';
import { postJson } from '../support/apis';
import { printedSchemas } from '../support/emit-schema';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

const committed = readFileSync(`${__dirname}/../../schema.graphql`, 'utf8');

const login = (alias = 'login') =>
  `${alias === 'login' ? '' : `${alias}: `}login(input: {email: "ada@example.com", password: "correct horse battery"}) { success }`;

interface GraphqlAnswer {
  status: number;
  data?: Record<string, { success: boolean } | boolean> | null;
  errors?: { message: string; extensions: { code: string; fields: object[] } }[];
}

async function ask(gatehouse: Gatehouse, query: string, more: object = {}): Promise<GraphqlAnswer> {
  const response = await postJson(`${gatehouse.url}/graphql`, { query, ...more });
  return { status: response.status, ...JSON.parse(await response.text()) };
}

describe('the schema', () => {
  const schema = buildSchema(committed);

  test.each(Object.entries(printedSchemas))('%s is the one that is committed', (file, print) =>
    expect(print()).toBe(readFileSync(`${__dirname}/../../${file}`, 'utf8')),
  );

  test('has the codes of the error table', () => {
    const codes = schema.getType('ErrorCode');
    expect(isEnumType(codes) && codes.getValues().map((value) => value.name)).toEqual(Object.keys(errorTable).sort());
  });
});

describe('outside production', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse();
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => gatehouse.stop());

  test('an introspection as Sandbox and codegen send it is answered', async () => {
    const everything = {
      descriptions: true,
      specifiedByUrl: true,
      directiveIsRepeatable: true,
      schemaDescription: true,
      inputValueDeprecation: true,
      oneOf: true,
    };
    const { data, errors } = await ask(gatehouse, getIntrospectionQuery(everything));
    expect(errors).toBeUndefined();
    expect(data).toHaveProperty('__schema');
  });

  test('ready returns the same as /readyz', async () => {
    expect(await ask(gatehouse, '{ ready }')).toEqual({ status: 200, data: { ready: true } });
  });

  test.each([
    ['aliases', `mutation { ${login('a')} ${login('b')} }`],
    ['the same field twice under one name', `mutation { ${login()} ${login()} }`],
    ['an inline fragment', `mutation { ${login('a')} ... on Mutation { ${login('b')} } }`],
    ['a fragment', `mutation { ${login('a')} ...F } fragment F on Mutation { ${login('b')} }`],
    ['a fragment spread twice', `mutation { ... on Mutation { ...F } ...F } fragment F on Mutation { ${login('a')} }`],
    ['two operations', `mutation A { ${login()} } mutation B { ${login()} }`],
    [
      'a login and a registration',
      `mutation { ${login()} register(input: {email: "a@b.cd", firstName: "a", lastName: "b", password: "123456789"}) { success } }`,
    ],
    ['a login and a refresh', `mutation { ${login()} refresh(input: {refreshToken: "a"}) { success } }`],
    [
      'one fragment for two operations',
      `mutation A { ...F } mutation B { ...F } fragment F on Mutation { ${login('a')} }`,
    ],
    [
      'fragments in fragments',
      `mutation { ...F } fragment F on Mutation { ...G ...G } fragment G on Mutation { ... { ${login('a')} } }`,
    ],
    ['an alias that would be skipped', `mutation { ${login('a')} ... @skip(if: true) { ${login('b')} } }`],
    ['thirty aliases', `mutation { ${Array.from({ length: 30 }, (_, i) => login(`a${i}`)).join(' ')} }`],
  ])('two credential operations by %s are rejected and neither is done', async (_name, query) => {
    const tried = (['login', 'register', 'refresh'] as const).map((name) => jest.spyOn(gatehouse.services.auth, name));
    const { status, data, errors } = await ask(gatehouse, query, {
      operationName: query.includes('mutation A') ? 'A' : undefined,
    });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors?.map((error) => error.message)).toEqual([
      'The document exceeds the limit of one operation that takes credentials.',
    ]);
    expect(errors?.[0]?.extensions.code).toBe('VALIDATION_FAILED');
    for (const operation of tried) expect(operation).not.toHaveBeenCalled();
  });

  test('one credential operation next to other fields is done', async () => {
    expect(await ask(gatehouse, `mutation { a: __typename ${login('b')} }`)).toMatchObject({
      data: { b: { success: false } },
    });
  });

  const repeat = (n: number, text: (i: number) => string) => Array.from({ length: n }, (_, i) => text(i)).join(' ');
  const list = (n: number): string => (n === 0 ? '1' : `[${list(n - 1)}]`);
  const listType = (n: number): string => (n === 0 ? 'Int' : `[${listType(n - 1)}]`);
  const include = '@include(if: true)';
  const readyFragment = 'fragment F on Query { ready }';

  /** Limits of a document: this number is accepted, and one more is rejected. */
  test.each<[string, number, string, (n: number) => string]>([
    ['aliases', 15, 'aliases', (n) => `{ me { ${repeat(n, (i) => `a${i}: id`)} } }`],
    [
      'aliases in a fragment',
      15,
      'aliases',
      (n) => `{ me { ${repeat(n, () => '...F')} } } fragment F on User { a: id }`,
    ],
    [
      'aliases in two operations',
      15,
      'aliases',
      (n) => `query A { b: me { ${repeat(n - 2, () => 'a: id')} } } query B { b: ready }`,
    ],
    ['fields of the root', 10, 'root fields', (n) => `{ ${repeat(n, () => 'ready')} }`],
    ['fields of the root in a fragment', 10, 'root fields', (n) => `{ ${repeat(n, () => '...F')} } ${readyFragment}`],
    ['fields of the root in an inline fragment', 10, 'root fields', (n) => `{ ${repeat(n, () => '... { ready }')} }`],
    ['operations', 10, 'root fields', (n) => repeat(n, (i) => `query Q${i} { ready }`)],
    ['directives on a field', 20, 'directives', (n) => `{ ready ${repeat(n, () => include)} }`],
    ['unknown directives', 20, 'directives', (n) => `{ ready ${repeat(n, (i) => `@d${i}`)} }`],
    ['directives on an operation', 20, 'directives', (n) => `query ${repeat(n, () => '@a')} { ready }`],
    ['directives on a variable', 20, 'directives', (n) => `query ($v: Int ${repeat(n, () => '@a')}) { ready }`],
    ['directives on a spread', 20, 'directives', (n) => `{ ...F ${repeat(n, () => include)} } ${readyFragment}`],
    ['directives on an inline fragment', 20, 'directives', (n) => `{ ... ${repeat(n, () => include)} { ready } }`],
    [
      'directives on a fragment',
      20,
      'directives',
      (n) => `{ ...F } fragment F on Query ${repeat(n, () => '@a')} { ready }`,
    ],
    [
      'directives in a fragment',
      20,
      'directives',
      (n) => `{ me { ${repeat(n, () => '...F')} } } fragment F on User { id ${include} }`,
    ],
    [
      'directives in a fragment that is not spread',
      20,
      'directives',
      (n) => `{ ready } fragment F on Session { id ${repeat(n, () => include)} }`,
    ],
    ['fields', 150, 'fields and fragments', (n) => `{ me { ${repeat(n - 1, () => 'id')} } }`],
    [
      'fragments',
      150,
      'fields and fragments',
      (n) => `{ me { ${repeat((n - 2) / 2, () => '...F')} id } } fragment F on User { id }`,
    ],
    ['a list as an argument', 8, 'levels of lists and objects in a value', (n) => `{ ready(a: ${list(n)}) }`],
    ['a list in a directive', 8, 'levels of lists and objects in a value', (n) => `{ ready @skip(if: ${list(n)}) }`],
    [
      'a list as a default',
      8,
      'levels of lists and objects in a value',
      (n) => `query ($v: Int = ${list(n)}) { ready }`,
    ],
    ['a type of lists', 8, 'levels of lists and objects in a value', (n) => `query ($v: ${listType(n)}!) { ready }`],
    [
      'an object as an argument',
      8,
      'levels of lists and objects in a value',
      (n) => `{ ready(a: ${'{a: '.repeat(n)}1${'}'.repeat(n)}) }`,
    ],
  ])('of %s, %i are accepted and no more', async (_name, max, what, documentOf) => {
    const message = `The document exceeds the limit of ${max} ${what}.`;
    const rejected = await ask(gatehouse, documentOf(max + (max === 150 ? 2 : 1)));
    expect([rejected.status, rejected.errors]).toEqual([
      400,
      [
        {
          message,
          extensions: {
            code: 'VALIDATION_FAILED',
            fields: [],
            retryAfter: null,
            attemptsLeft: null,
            limit: null,
            sessionEnd: null,
          },
        },
      ],
    ]);
    const { errors = [] } = await ask(gatehouse, documentOf(max));
    expect(errors.map((error) => error.message).join()).not.toContain('exceeds the limit');
  });

  test('a document that was accepted is accepted again, and one that was rejected is not', async () => {
    for (const _ of [1, 2]) {
      expect(await ask(gatehouse, '{ ready ready }')).toMatchObject({ status: 200 });
      expect(await ask(gatehouse, `{ ${repeat(11, () => 'ready')} }`)).toMatchObject({ status: 400 });
    }
  });

  test('a document that breaks a limit is not validated', async () => {
    const { errors } = await ask(gatehouse, `{ ${repeat(11, (i) => `unknown${i}`)} }`);
    expect(errors?.map((error) => error.message)).toEqual(['The document exceeds the limit of 10 root fields.']);
  });

  test('of many errors, ten are reported', async () => {
    const { errors } = await ask(gatehouse, `{ me { ${repeat(100, (i) => `unknown${i}`)} } }`);
    expect(errors).toHaveLength(11);
    expect(errors?.[10]?.message).toBe('The document does not fit the schema.');
  });

  test('fragments that would multiply to billions are rejected immediately', async () => {
    const levels = Array.from({ length: 30 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`);
    const query = `{ ...F0 } ${levels.join(' ')} fragment F30 on Query { a: ready }`;
    expect((await ask(gatehouse, query)).errors?.map((e) => e.message)).toContain(
      'The document exceeds the limit of 15 aliases.',
    );
  });

  test('fragments in a circle are rejected', async () => {
    const { status } = await ask(gatehouse, '{ ...A } fragment A on Query { ...B } fragment B on Query { ...A ready }');
    expect(status).toBe(400);
  });

  test('nine levels of fields are rejected', async () => {
    const deep = (n: number): string => (n === 0 ? 'x' : `x { ${deep(n - 1)} }`);
    const messages = async (n: number) => (await ask(gatehouse, `{ ${deep(n)} }`)).errors?.map((e) => e.message);
    expect(await messages(7)).not.toContain('The document exceeds the limit of 8 levels of fields.');
    expect(await messages(8)).toContain('The document exceeds the limit of 8 levels of fields.');
  });

  test('more than 1000 tokens are rejected', async () => {
    const { status, errors } = await ask(gatehouse, `{ ${'ready '.repeat(1001)} }`);
    expect(status).toBe(400);
    expect(errors?.[0]).toMatchObject({
      message: 'The document exceeds the limit of 1000 tokens.',
      extensions: { code: 'VALIDATION_FAILED' },
    });
  });

  test('a batch is rejected', async () => {
    const response = await postJson(`${gatehouse.url}/graphql`, [{ query: '{ ready }' }, { query: '{ ready }' }]);
    expect([response.status, await response.json()]).toMatchObject([
      400,
      {
        errors: [
          { message: expect.stringContaining('Batches are not supported'), extensions: { code: 'MALFORMED_REQUEST' } },
        ],
      },
    ]);
  });

  test('a persisted query is rejected', async () => {
    const extensions = { persistedQuery: { version: 1, sha256Hash: 'a'.repeat(64) } };
    const inUrl = `${gatehouse.url}/graphql?extensions=${encodeURIComponent(JSON.stringify(extensions))}`;
    for (const response of [await postJson(`${gatehouse.url}/graphql`, { extensions }), await fetch(inUrl)]) {
      expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
      const { errors } = (await response.json()) as { errors: unknown[] };
      expect(errors).toMatchObject([
        { message: 'PersistedQueryNotSupported', extensions: { code: 'PERSISTED_QUERY_NOT_SUPPORTED' } },
      ]);
    }
  });

  describe('with GET', () => {
    const send = async (parameters: Record<string, string>, init: RequestInit = {}) => {
      const response = await fetch(`${gatehouse.url}/graphql?${new URLSearchParams(parameters)}`, init);
      return {
        response,
        body: (await response.json()) as { data?: unknown; errors?: { extensions: { code: string } }[] },
      };
    };
    const codesOf = ({ response, body }: Awaited<ReturnType<typeof send>>) => [
      response.status,
      body.errors?.[0]?.extensions.code,
    ];

    test('a query is answered, and no cache may keep the answer', async () => {
      const { response, body } = await send({
        query: 'query A { ready } query B { ready b: ready }',
        operationName: 'B',
      });
      expect([response.status, body]).toEqual([200, { data: { ready: true, b: true } }]);
      expect(response.headers.get('cache-control')).toBe('no-store');
    });

    test('variables are JSON', async () => {
      const query = 'query ($yes: Boolean!) { ready @include(if: $yes) }';
      expect((await send({ query, variables: '{"yes": true}' })).body).toEqual({ data: { ready: true } });
      expect(codesOf(await send({ query, variables: '{' }))).toEqual([400, 'MALFORMED_REQUEST']);
      expect(codesOf(await send({ query, variables: '{"yes": 1}' }))).toEqual([400, 'VALIDATION_FAILED']);
    });

    test.each([
      'mutation { logout { success } }',
      'mutation { login(input: {email: "a@b.cd", password: "x"}) { success } }',
    ])('a mutation is rejected: %s', async (query) => {
      const answer = await send({ query });
      expect(codesOf(answer)).toEqual([405, 'METHOD_NOT_ALLOWED']);
      expect(answer.response.headers.get('allow')).toBe('POST');
    });

    test('a cookie gives no authority', async () => {
      const { body } = await send({ query: '{ me { id } }' }, { headers: { Cookie: '__Host-gatehouse_refresh=x' } });
      expect(body).toMatchObject({ data: { me: null }, errors: [{ extensions: { code: 'UNAUTHENTICATED' } }] });
    });

    test.each(['application/json', 'application/graphql-response+json, text/html;q=0.5'])(
      'the limits are those of POST, with Accept: %s',
      async (Accept) => {
        const aliases = Array.from({ length: 16 }, (_, i) => `a${i}: ready`).join(' ');
        const answer = await send({ query: `{ ${aliases} }` }, { headers: { Accept } });
        expect(codesOf(answer)).toEqual([400, 'VALIDATION_FAILED']);
      },
    );

    test('a client that prefers a page gets Sandbox, also if it accepts what Apollo could send', async () => {
      const headers = { Accept: 'multipart/mixed, text/html;q=0.5' };
      const response = await fetch(`${gatehouse.url}/graphql?query={ready}`, { headers });
      expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    });

    test.each([
      { 'Content-Type': 'text/plain' },
      // Without Cache-Control, fetch would send `no-cache`.
      { 'If-None-Match': '*', 'Cache-Control': 'max-age=0' },
    ])('the headers %p change nothing', async (headers) => {
      const { response, body } = await send({ query: '{ ready }' }, { headers });
      expect([response.status, body]).toEqual([200, { data: { ready: true } }]);
    });

    test('the first request of a connection waits in the queue of GraphQL requests, as with POST', async () => {
      const start = jest.spyOn(RequestScheduler.prototype, 'start');
      // fetch would use a connection of an earlier test.
      const { port } = gatehouse;
      const [response] = await once(get({ port, path: '/graphql?query={ready}', agent: false }), 'response');
      expect(response.statusCode).toBe(200);
      response.resume();
      expect(start.mock.calls).toEqual([['graphql', expect.any(Function)]]);
    });

    test('a URL without one document is rejected', async () => {
      expect(codesOf(await send({}))).toEqual([400, 'MALFORMED_REQUEST']);
      const twice = await fetch(`${gatehouse.url}/graphql?query={ready}&query={ready}`);
      expect(twice.status).toBe(400);
    });

    test.each([
      ['a query', { query: '{ ready }' }, {}],
      ['no document', {}, {}],
      ['a mutation', { query: 'mutation { logout { success } }' }, {}],
      ['a document over a limit', { query: `{ ${'ready '.repeat(11)} }` }, {}],
      ['a page', {}, { Accept: 'text/html' }],
    ])(
      'HEAD has the status and the headers of GET for %s',
      async (_name, parameters: Record<string, string>, headers) => {
        const url = `${gatehouse.url}/graphql?${new URLSearchParams(parameters)}`;
        const [get, head] = [await fetch(url, { headers }), await fetch(url, { headers, method: 'HEAD' })];
        const stable = (response: Response) =>
          ['content-type', 'content-length', 'cache-control', 'allow'].map((name) => response.headers.get(name));
        expect([head.status, ...stable(head)]).toEqual([get.status, ...stable(get)]);
        expect(await head.text()).toBe('');
      },
    );

    test('the log has HEAD', async () => {
      const { headers } = await fetch(`${gatehouse.url}/graphql`, { method: 'HEAD' });
      const line = () =>
        gatehouse
          .logged()
          .split('\n')
          .find((one) => one.includes(headers.get('x-request-id') ?? '-'));
      await until(() => line() !== undefined);
      expect(line()).toContain('"method":"HEAD"');
    });
  });

  test("GraphQL over HTTP: the specification's own audit passes", async () => {
    const results = await auditServer({ url: `${gatehouse.url}/graphql`, fetchFn: fetch });
    expect(results.length).toBeGreaterThan(50);
    const notOk = results
      .filter(({ status }) => status !== 'ok')
      .map(({ id, name, status }) => `${status} ${id}: ${name}`);
    // docs/reference/graphql.md says why.
    expect(notOk).toEqual([
      'warn 572B: SHOULD use 200 status code on document parsing failure when accepting application/json',
      'warn FDE2: SHOULD use 200 status code on document validation failure when accepting application/json',
      'warn 7B9B: SHOULD use a status code of 200 on variable coercion failure when accepting application/json',
    ]);
  });

  test.each([
    ['two documents in the URL', () => fetch(`${gatehouse.url}/graphql?query={ready}&query={ready}`)],
    ['variables as a text', () => postJson(`${gatehouse.url}/graphql`, { query: '{ ready }', variables: '{}' })],
  ])('the log has the code of a request with %s', async (_name, request) => {
    const { headers } = await request();
    const line = () =>
      gatehouse
        .logged()
        .split('\n')
        .find((one) => one.includes(headers.get('x-request-id') ?? '-'));
    await until(() => line() !== undefined);
    expect(line()).toContain('"code":"MALFORMED_REQUEST"');
  });

  test('a mistake in a document is explained', async () => {
    expect((await ask(gatehouse, '{ redy }')).errors?.[0]).toMatchObject({
      message: 'Cannot query field "redy" on type "Query". Did you mean "ready"?',
      extensions: { code: 'VALIDATION_FAILED' },
    });
  });

  test.each(['text/html', 'application/xml', 'multipart/mixed', 'application/json;q=0'])(
    'the result is returned, also to a client that accepts %s',
    async (accept) => {
      const response = await postJson(`${gatehouse.url}/graphql`, { query: '{ ready }' }, { Accept: accept });
      expect([response.status, await response.json()]).toEqual([200, { data: { ready: true } }]);
    },
  );

  test.each([
    [
      'null for an argument that must not be null',
      'mutation($i: LoginInput = {email: "a@b.cd", password: "123456789"}) { login(input: $i) { success } }',
      { i: null },
    ],
    ['null for a directive', 'query($b: Boolean = true) { ready @include(if: $b) }', { b: null }],
    ['a subscription', 'subscription { login }', {}],
  ])('%s is an error of the client, not ours', async (_name, query, variables) => {
    const { status, errors } = await ask(gatehouse, query, { variables });
    expect([status, errors?.[0]?.extensions.code]).toEqual([400, 'VALIDATION_FAILED']);
  });

  test('a variable for one field of the input is named as the field', async () => {
    const query = 'mutation($x: String!) { login(input: {email: "a@b.cd", password: $x}) { success } }';
    const { errors } = await ask(gatehouse, query, { variables: { x: 5 } });
    expect(errors?.[0]?.extensions.fields).toEqual([{ field: 'password', msg: 'must be a string' }]);
  });

  test('a variable named like a property of every object is not read from the prototype', async () => {
    expect(await ask(gatehouse, 'query($toString: Boolean) { ready @skip(if: false) }')).toMatchObject({ status: 400 });
    const query = 'query($constructor: Boolean = false) { ready @skip(if: $constructor) }';
    expect(await ask(gatehouse, query)).toEqual({ status: 200, data: { ready: true } });
  });

  const secret = 'hunter2hunter2';
  test.each([
    [
      'a password as a number variable',
      'mutation($input: LoginInput!) { login(input: $input) { success } }',
      { input: { email: 'a@b.cd', password: 12345678901 } },
    ],
    [
      'a password as an object variable',
      'mutation($input: LoginInput!) { login(input: $input) { success } }',
      { input: { email: 'a@b.cd', password: { value: secret } } },
    ],
    ['the input as a string', 'mutation($input: LoginInput!) { login(input: $input) { success } }', { input: secret }],
    ['the input as a list', 'mutation($input: LoginInput!) { login(input: $input) { success } }', { input: [secret] }],
    ['no input', 'mutation($input: LoginInput!) { login(input: $input) { success } }', {}],
    [
      'an unknown field',
      'mutation($input: LoginInput!) { login(input: $input) { success } }',
      { input: { email: 'a@b.cd', password: secret, unknown: secret, [`${secret} `]: secret } },
    ],
    ['variables as a string', 'mutation($input: LoginInput!) { login(input: $input) { success } }', secret],
    [
      'a password as an enum literal',
      `mutation { login(input: {email: "a@b.cd", password: ${secret}}) { success } }`,
      {},
    ],
    [
      'a password as a list literal',
      `mutation { login(input: {email: "a@b.cd", password: ["${secret}"]}) { success } }`,
      {},
    ],
    ['a string that does not end', `mutation { login(input: {email: "a@b.cd", password: "${secret}`, {}],
    ['a string in a wrong place', `mutation { "${secret}" }`, {}],
  ])('%s is rejected and not repeated', async (_name, query, variables) => {
    const { status, errors, data } = await ask(gatehouse, query, { variables });
    expect({ status, data }).toEqual({ status: 400, data: undefined });
    expect(errors?.[0]?.extensions.code).toMatch(/^(VALIDATION_FAILED|MALFORMED_REQUEST)$/);
    expect(JSON.stringify(errors)).not.toMatch(/hunter2|12345678901/);
  });
});

const withUnknownField = {
  query: 'mutation($input: LoginInput!) { login(input: $input) { success } }',
  variables: { input: { mail: 'a@b.cd', password: 'correct horse battery' } },
};

test('an unknown field of an input is named with those that there are, outside production', async () => {
  const problemsIn = async (env: Record<string, string>) => {
    const gatehouse = await startGatehouse(env);
    const { errors } = await ask(gatehouse, withUnknownField.query, withUnknownField);
    await gatehouse.stop();
    return errors?.[0]?.extensions.fields;
  };
  const required = { field: 'email', msg: 'is required' };
  const fields = 'email, password, code, refreshTokenIn, challenge';
  const named = { field: 'input', msg: `has no field "mail". Its fields: ${fields}` };
  expect(await problemsIn({})).toEqual([required, named]);
  const unnamed = { field: 'input', msg: 'has a field that the schema does not have' };
  expect(await problemsIn({ NODE_ENV: 'production' })).toEqual([required, unnamed]);
});

describe('in production', () => {
  let gatehouse: Gatehouse;
  beforeAll(async () => {
    gatehouse = await startGatehouse({ NODE_ENV: 'production' });
  });
  afterAll(() => gatehouse.stop());

  test('there is no introspection', async () => {
    const deep = `{ __type(name: "User") { fields { type ${'{ ofType '.repeat(20)}{ name } ${'}'.repeat(20)} } } }`;
    for (const query of [
      getIntrospectionQuery(),
      deep,
      '{ __schema { description } }',
      '{ ready ... { __schema { x } } }',
    ]) {
      const { status, data, errors } = await ask(gatehouse, query);
      expect({ status, data }).toEqual({ status: 400, data: undefined });
      expect(errors?.map((error) => error.message)).toEqual([
        'Introspection is not allowed on this server. The setting GRAPHQL_EXPLORER allows it.',
      ]);
    }
  });

  test('there are no suggestions', async () => {
    const { errors } = await ask(gatehouse, '{ redy }');
    expect(errors?.[0]?.message).toBe('Cannot query field "redy" on type "Query".');
  });

  test.each([
    ['a type', 'query ($u: Usr) { ready }'],
    ['an argument', 'mutation { login(inpt: 1) { success } }'],
    ['a field of an input', 'mutation { login(input: {emai: "a@b.cd", email: "a@b.cd", password: "x"}) { success } }'],
    ['a selection', '{ me }'],
  ])('nor are there for %s', async (_name, query) => {
    const { errors } = await ask(gatehouse, query);
    expect(errors?.length).toBeGreaterThan(0);
    expect(JSON.stringify(errors)).not.toMatch(/did you mean/i);
  });

  test('there is no page', async () => {
    const response = await fetch(`${gatehouse.url}/graphql`, { headers: { Accept: 'text/html' } });
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  });
});
