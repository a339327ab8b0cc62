import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { openapiDocument } from '../../src/rest/openapi.document';
import { restRoutes } from '../../src/rest/rest.routes';
import { postJson } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

let gatehouse: Gatehouse;
let document: ReturnType<typeof openapiDocument>;

beforeAll(async () => {
  gatehouse = await startGatehouse({ PUBLIC_URL: 'https://id.example.com/' });
  document = JSON.parse(await (await fetch(`${gatehouse.url}/openapi.json`)).text());
  await postJson(`${gatehouse.url}/auth/register`, account);
});
afterAll(() => gatehouse.stop());

const account = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'correct horse battery',
};

test('the user record has the fifteen keys of the specification in its order', async () => {
  const { result } = JSON.parse(await (await postJson(`${gatehouse.url}/auth/login`, account)).text());
  const specified =
    'id first_name last_name email is_super_admin disabled email_verified tel_verified tel company company_id_number company_id_url created_ts updated_ts last_login_ts';
  expect(Object.keys(result.user).join(' ')).toBe(specified);
  expect(Object.keys(result)).toEqual(['jwt', 'user', 'gen_ts']);
});

test('every route is declared, and nothing else', () => {
  const served = restRoutes(gatehouse.services, gatehouse.config)
    // OpenAPI cannot describe a path with a wildcard.
    .filter(({ path }) => !path.includes('*'))
    .map(({ method, path }) => `${method === 'all' ? 'get' : method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const declared = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(declared.sort()).toEqual(served.sort());
});

test('the server of the document is the public URL', () => {
  expect(document.servers).toMatchObject([{ url: 'https://id.example.com' }]);
});

test('a body is required, except for a logout', () => {
  const bodies = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.values(item).flatMap(({ requestBody }) => (requestBody ? [[path, requestBody.required]] : [])),
  );
  expect(Object.fromEntries(bodies)).toEqual({
    '/auth/register': true,
    '/auth/login': true,
    '/auth/refresh': true,
    '/auth/logout': false,
  });
});

test('its schemas are JSON Schema, and it has each that it refers to', () => {
  const ajv = addFormats(new Ajv2020({ strict: false })).addSchema({ $id: 'openapi', ...document });
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference);
  expect(references).toContain('#/components/schemas/FailureEnvelope');
  for (const reference of new Set(references)) expect(ajv.getSchema(`openapi${reference}`)).toBeInstanceOf(Function);
});
