import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import type { openapiDocument } from '../../src/rest/openapi.document';
import { restRoutes } from '../../src/rest/rest.routes';
import { postJson } from '../support/doors';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** The answers, not only the questions: each is checked against the document that is served with them. */
let gatehouse: Gatehouse;
let document: ReturnType<typeof openapiDocument>;
const ajv = addFormats(new Ajv2020({ strict: false, discriminator: false }));

beforeAll(async () => {
  gatehouse = await startGatehouse({ PUBLIC_URL: 'https://id.example.com/' });
  document = JSON.parse(await (await fetch(`${gatehouse.url}/openapi.json`)).text());
  ajv.addSchema({ $id: 'openapi', ...document });
});
afterAll(() => gatehouse.stop());

const pointer = (...keys: string[]) => `openapi#/${keys.map((key) => key.replaceAll('/', '~1')).join('/')}`;

/** The problems of an answer: an undeclared status, another media type, a body that is not of its schema. */
async function problemsOf(method: string, path: string, response: Response): Promise<unknown> {
  const mediaType = (response.headers.get('content-type') ?? '').replace('; charset=utf-8', '');
  const where = ['paths', path, method, 'responses', String(response.status), 'content', mediaType, 'schema'];
  const validate = ajv.getSchema(pointer(...where));
  if (!validate) return `undeclared: ${where.join(' ')}`;
  return validate(await response.json()) ? null : validate.errors;
}

const account = {
  email: 'ada@example.com',
  first_name: 'Ada',
  last_name: 'Lovelace',
  password: 'correct horse battery',
};

test.each([
  ['/auth/register', 201, account],
  ['/auth/register', 409, account],
  ['/auth/register', 400, {}],
  ['/auth/register', 400, 'not JSON'],
  ['/auth/register', 413, { ...account, padding: 'x'.repeat(16_384) }],
  ['/auth/login', 200, account],
  ['/auth/login', 200, account],
  ['/auth/login', 400, { email: 5 }],
  ['/auth/login', 401, { ...account, password: 'wrong horse battery' }],
])('POST %s answers %i as declared', async (path, status, body) => {
  const response = await postJson(gatehouse.url + path, body);
  expect(response.status).toBe(status);
  expect(await problemsOf('post', path, response)).toBeNull();
});

test.each(['/healthz', '/readyz', '/.well-known/jwks.json', '/openapi.json'])(
  'GET %s answers as declared',
  async (path) => {
    expect(await problemsOf('get', path, await fetch(gatehouse.url + path))).toBeNull();
  },
);

test('the user record has the fifteen keys of the specification in its order', async () => {
  const { result } = JSON.parse(await (await postJson(`${gatehouse.url}/auth/login`, account)).text());
  const specified =
    'id first_name last_name email is_super_admin disabled email_verified tel_verified tel company company_id_number company_id_url created_ts updated_ts last_login_ts';
  expect(Object.keys(result.user).join(' ')).toBe(specified);
  expect(Object.keys(result)).toEqual(['jwt', 'user', 'gen_ts']);
});

test('every route is declared, and nothing else', () => {
  const served = restRoutes(gatehouse.services, gatehouse.config)
    // What goes on after /auth/verify is the same to Gatehouse.
    .filter(({ path }) => !path.includes('*'))
    .map(({ method, path }) => `${method === 'all' ? 'get' : method} ${path.replace(/:(\w+)/g, '{$1}')}`);
  const declared = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method} ${path}`),
  );
  expect(declared.sort()).toEqual(served.sort());
});

test('the server of the document is the public URL', () => {
  expect(document.servers).toEqual([{ url: 'https://id.example.com' }]);
});
