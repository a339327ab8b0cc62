import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { Request, Response } from 'express';
import { openapiRoutes } from '../../src/accounts/documents/openapi.rest';
import { restRoutes } from '../../src/apis';
import {
  failureFormOf,
  type openapiDocument,
  openapiMethodOf,
  openapiPathOf,
} from '../../src/platform/rest/openapi.document';
import { errorsOf, type RestRoute } from '../../src/platform/rest/rest-route';
import { postJson } from '../support/apis';
import { type RestAnswer, undeclaredIn } from '../support/declared-answers';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { routes } from '../support/rest-document';

let gatehouse: Gatehouse;
let document: ReturnType<typeof openapiDocument>;

beforeAll(async () => {
  gatehouse = await startGatehouse({ PUBLIC_URL: 'https://id.example.com/' });
  document = JSON.parse(await (await fetch(`${gatehouse.url}/openapi.json`)).text());
  await postJson(`${gatehouse.url}/auth/register`, account);
});
afterAll(() => gatehouse.stop());

const schemaOf = (name: string) => document.components.schemas[name] as { properties?: object; required?: string[] };
const operations = () => Object.values(document.paths).flatMap((item) => Object.values(item));

function codeIn(body: string): string | undefined {
  const { code, error } = JSON.parse(body);
  return code ?? error;
}

interface Content {
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}

/** The examples of the document, as if the server had sent them. */
function exampleAnswers(): RestAnswer[] {
  return Object.entries(document.paths).flatMap(([target, item]) =>
    Object.entries(item).flatMap(([method, { responses }]) =>
      Object.entries(responses).flatMap(([status, { headers = {}, content = {} }]) =>
        Object.entries(content as Record<string, Content>).flatMap(([mediaType, { example, examples = {} }]) => {
          const bodies = [example, ...Object.values(examples).map(({ value }) => value)];
          const sent = new Headers({ 'Content-Type': mediaType });
          for (const name of Object.keys(headers)) sent.set(name, '1');
          return bodies
            .filter((body) => body !== undefined)
            .map((body) => ({ method, target, status: Number(status), headers: sent, body: JSON.stringify(body) }));
        }),
      ),
    ),
  );
}

const account = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'correct horse battery',
};

describe('the user record', () => {
  const specified =
    'id first_name last_name email is_super_admin disabled email_verified tel_verified tel company company_id_number company_id_url created_ts updated_ts last_login_ts';

  test('it has the fifteen keys of the specification in its order', async () => {
    const { result } = JSON.parse(await (await postJson(`${gatehouse.url}/auth/login`, account)).text());
    expect(Object.keys(result.user).join(' ')).toBe(specified);
    expect(Object.keys(result)).toEqual(['jwt', 'user', 'gen_ts']);
  });

  test('its schema requires these fifteen keys', () => {
    const { properties, required } = schemaOf('User');
    expect(Object.keys(properties ?? {}).join(' ')).toBe(specified);
    expect(required?.join(' ')).toBe(specified);
  });
});

test('every route is declared, and nothing else', () => {
  const served = restRoutes(gatehouse.services, gatehouse.config, () => undefined)
    // OpenAPI cannot describe a path with a wildcard. The administration API has a document of its own.
    .filter(({ path }) => !path.includes('*') && !path.startsWith('/admin/'))
    .map(({ method, path }) => `${method === 'all' ? 'get' : method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const declared = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(declared.sort()).toEqual(served.sort());
});

test('the server of the document is the public URL', () => {
  expect(document.servers).toMatchObject([{ url: 'https://id.example.com' }]);
});

test('a body is required, except for a logout and the userinfo', () => {
  const bodies = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ requestBody }) => (requestBody ? [[path, requestBody.required]] : [])),
  );
  expect(bodies.length).toBeGreaterThan(10);
  expect(bodies.filter(([, required]) => !required)).toEqual([
    ['/auth/logout', false],
    ['/oauth/userinfo', false],
  ]);
});

test('a later version can add a property to any answer, and a body can have other fields', () => {
  expect(JSON.stringify(document)).not.toMatch(/"(additional|unevaluated)Properties":false/);
});

test('the schemas of bodies have the lengths, formats and values of the inputs', () => {
  expect(schemaOf('RegisterInput')).toMatchObject({
    required: ['email', 'first_name', 'last_name', 'password'],
    properties: {
      email: { type: 'string', format: 'idn-email', maxLength: 254 },
      first_name: { type: 'string', minLength: 1, maxLength: 100 },
      last_name: { type: 'string', minLength: 1, maxLength: 100 },
      password: { type: 'string', format: 'password', minLength: 9, maxLength: 256 },
      tel: { type: ['string', 'null'], maxLength: 32 },
    },
  });
  expect(schemaOf('LoginInput')).toMatchObject({
    required: ['email', 'password'],
    properties: { refresh_token_in: { type: 'string', enum: ['body', 'cookie'] } },
  });
  expect(document.paths['/auth/sessions']?.get).toMatchObject({
    parameters: [
      { name: 'first', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 50 } },
      { name: 'after', in: 'query', schema: { type: 'string', maxLength: 100 } },
    ],
  });
});

test('an operation says which credentials it needs', () => {
  const { securitySchemes } = document.components;
  expect(securitySchemes.refreshCookie).toMatchObject({ in: 'cookie', name: '__Host-gatehouse_refresh' });
  const security = operations().map(({ operationId, security: needed }) => [operationId, needed]);
  expect(Object.fromEntries(security)).toMatchObject({
    login: [],
    me: [{ accessToken: [] }],
    refresh: [{ refreshCookie: [] }, {}],
    logout: [{ accessToken: [] }, { refreshCookie: [] }, {}],
    introspectToken: [{ client: [] }, {}],
    healthz: [],
  });
});

test('each success except the document itself, and each error code, has an example that the server could send', () => {
  const examples = exampleAnswers();
  expect(examples.map(undeclaredIn).filter(Boolean)).toEqual([]);
  const shown = examples.map(({ method, target, body }) => [method, target, codeIn(body) ?? 'success'].join(' '));
  const expected = routes
    .filter(({ path }) => !path.endsWith('*'))
    .flatMap((route) => {
      const { nameOf } = failureFormOf(route.openapi());
      const answers = [
        ...(route.operation.name === 'openapi' ? [] : ['success']),
        ...[...errorsOf(route).keys()].map(nameOf),
      ];
      return answers.map((one) => [openapiMethodOf(route), openapiPathOf(route), one].join(' '));
    });
  expect(shown.sort()).toEqual(expected.sort());
});

test('the document is made when it is requested for the first time', () => {
  const openapi = jest.fn(routes[0]?.openapi);
  const [route] = openapiRoutes({ publicUrl: 'https://id.example.com', refreshCookie: 'c' }, [
    { ...(routes[0] as RestRoute), openapi },
  ]);
  expect(openapi).not.toHaveBeenCalled();
  const response = { type: () => response, send: jest.fn() };
  for (const _ of [1, 2]) route?.handlers[0]?.({} as Request, response as unknown as Response, jest.fn());
  expect(response.send.mock.calls[0][0]).toContain('"openapi":"3.1.0"');
  expect(response.send.mock.calls[1]).toEqual(response.send.mock.calls[0]);
  expect(openapi.mock.calls.length).toBeGreaterThan(0);
});

test('its schemas are JSON Schema, and it has each that it refers to', () => {
  const ajv = addFormats(new Ajv2020({ strict: false, formats: { 'idn-email': true } })).addSchema({
    $id: 'openapi',
    ...document,
  });
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(references).toContain('#/components/schemas/FailureEnvelope');
  for (const reference of new Set(references)) expect(ajv.getSchema(`openapi${reference}`)).toBeInstanceOf(Function);
});
