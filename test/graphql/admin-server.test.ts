import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { loginSuperAdmin } from '../support/super-admin';

/** The checks of graphql-cop (https://github.com/dolevf/graphql-cop), for `/admin/graphql`. */
let gatehouse: Gatehouse;
let production: { url: string };
let jwt: string;
beforeAll(async () => {
  gatehouse = await startGatehouse();
  ({ jwt } = await loginSuperAdmin(gatehouse));
  production = await gatehouse.another({ GRAPHQL_EXPLORER: 'false' });
});
afterAll(() => gatehouse.stop());

async function ask(query: unknown, { url }: { url: string } = gatehouse) {
  const response = await fetch(`${url}/admin/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${jwt}` },
    body: JSON.stringify(Array.isArray(query) ? query : { query }),
  });
  return { status: response.status, text: await response.text() };
}

const valid = '{ users(first: 1) { nodes { id } } }';

test('a valid document is answered', async () => {
  expect(JSON.parse((await ask(valid)).text)).toMatchObject({
    data: { users: { nodes: [{ id: expect.any(String) }] } },
  });
});

test.each([
  ['alias overloading', `{ ${Array.from({ length: 101 }, (_, i) => `a${i}: __typename`).join(' ')} }`],
  ['field duplication', `{ ${'__typename '.repeat(1001)} }`],
  ['directive overloading', `{ __typename ${'@aa'.repeat(1000)} }`],
  ['circular introspection', `{ __schema { types { ${'fields { type { '.repeat(8)} name ${'} } '.repeat(8)} } } }`],
])('%s is rejected', async (_name, query) => {
  const { status, text } = await ask(query);
  expect([status, JSON.parse(text).data]).toEqual([400, undefined]);
});

test('a batch is rejected', async () => {
  expect((await ask([{ query: valid }, { query: valid }])).status).toBe(400);
});

test('a document by GET, or as a form, is rejected', async () => {
  const headers = { Authorization: `Bearer ${jwt}`, 'Apollo-Require-Preflight': 'true' };
  const mutation = 'mutation { disableUser(input: {id: "x"}) { success } }';
  for (const query of [valid, mutation]) {
    const url = `${gatehouse.url}/admin/graphql?query=${encodeURIComponent(query)}`;
    expect((await fetch(url, { headers })).status).toBe(405);
    const form = { method: 'POST', headers, body: new URLSearchParams({ query }) };
    expect((await fetch(`${gatehouse.url}/admin/graphql`, form)).status).toBe(415);
  }
});

test('there is no page, and no trace in an answer', async () => {
  const page = await fetch(`${gatehouse.url}/admin/graphql`, { headers: { Accept: 'text/html' } });
  expect([page.status, await page.text()]).toEqual([405, expect.not.stringContaining('<html')]);
  expect((await ask(valid)).text).not.toContain('"extensions"');
});

test('in production there is no introspection, and no suggestion of a name', async () => {
  expect((await ask('{ __schema { queryType { name } } }', production)).text).not.toContain('"name"');
  const { text } = await ask('{ user { ids } userz { id } }', production);
  expect(text).not.toMatch(/Did you mean|sessionCount/);
});
