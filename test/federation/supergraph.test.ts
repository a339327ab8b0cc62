import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { postJson, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { describeWith, testWith } from '../support/needs';
import { freePort } from '../support/process';
import { type Supergraph, startSupergraph } from '../support/supergraph';

/** A real Hive Gateway in front of the real server and of a second subgraph, as docs/integrate/supergraph.md has them. */

const withPackages = testWith('docs/examples');
const password = 'correct horse battery';
const secret = randomBytes(32).toString('base64');
const unknownId = '01a1fafd-5d48-74fb-874f-7e0ccacee987';
const joinQuery = '{ me { email reviews { text } } reviews { text author { id firstName lastName } } }';

interface Answer {
  status: number;
  data?: unknown;
  errors?: { message: string; path?: unknown; extensions?: { code?: string } }[];
}

let gatehouse: Gatehouse;
let supergraph: Supergraph;
let router: string;
let ada: { id: string; jwt: string };
let grace: { id: string; jwt: string };

async function signUp(firstName: string): Promise<{ id: string; jwt: string }> {
  const email = `${firstName.toLowerCase()}@example.com`;
  const { user } = await restApi.register(gatehouse.url, { email, firstName, lastName: 'Lovelace', password });
  const { jwt } = await restApi.login(gatehouse.url, { email, password });
  return { id: user?.id ?? '', jwt: jwt ?? '' };
}

async function ask(url: string, query: string, jwt: string | null = null): Promise<Answer> {
  const headers: Record<string, string> = jwt === null ? {} : { Authorization: `Bearer ${jwt}` };
  const response = await postJson(url, { query }, headers);
  const text = await response.text();
  expect(text).not.toContain(secret);
  return { status: response.status, ...JSON.parse(text) };
}

beforeAll(async () => {
  const port = await freePort();
  gatehouse = await startGatehouse({
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    FEDERATION: 'on',
    FEDERATION_SECRET: secret,
    GRAPHQL_EXPLORER: 'off',
  });
  ada = await signUp('Ada');
  grace = await signUp('Grace');
  supergraph = await startSupergraph(gatehouse.port, secret, [ada.id, grace.id, unknownId, grace.id]);
  router = await supergraph.startRouter(secret);
});
afterEach(() => jest.restoreAllMocks());
afterAll(async () => {
  await supergraph.stop();
  await gatehouse.stop();
});

const adaByName = { id: expect.any(String), firstName: 'Ada', lastName: 'Lovelace' };
const graceByName = { ...adaByName, firstName: 'Grace' };
/** The error of the router for an author who does not exist: the type of the name allows no null. */
const missingName = { path: ['reviews', 2, 'author', 'firstName'], code: 'INTERNAL_SERVER_ERROR' };
const codesOf = ({ errors = [] }: Answer) => errors.map(({ path, extensions }) => ({ path, code: extensions?.code }));
const reviewsBy = (...authors: unknown[]) => authors.map((author, i) => ({ text: `Review ${i + 1}`, author }));

withPackages('both subgraphs have the user, by the id', () => {
  expect(supergraph.sdl).toContain(
    'type User @join__type(graph: GATEHOUSE, key: "id") @join__type(graph: REVIEWS, key: "id")',
  );
});

withPackages('a query joins users and reviews, with one look-up for all authors', async () => {
  const lookups = jest.spyOn(gatehouse.stores.users, 'findByIds');
  const entities = jest.spyOn(gatehouse.services.federation as object as { entities(): void }, 'entities');
  const answer = await ask(router, joinQuery, ada.jwt);
  expect(answer).toMatchObject({
    status: 200,
    data: {
      me: { email: 'ada@example.com', reviews: [{ text: 'Review 1' }] },
      reviews: reviewsBy(adaByName, graceByName, null, graceByName),
    },
  });
  expect(codesOf(answer)).toEqual([missingName]);
  expect(entities).toHaveBeenCalledTimes(1);
  // One for `me`, one for all authors.
  expect(lookups).toHaveBeenCalledTimes(2);
});

withPackages('a router without the secret reads only the user of the token', async () => {
  const withoutSecret = await supergraph.startRouter('');
  expect(await ask(withoutSecret, joinQuery, ada.jwt)).toMatchObject({
    status: 200,
    data: { me: { email: 'ada@example.com' }, reviews: reviewsBy(adaByName, null, null, null) },
  });
});

withPackages('a client without a token reads the names of authors, and no account', async () => {
  const answer = await ask(router, joinQuery);
  expect(answer).toMatchObject({
    status: 200,
    data: { me: null, reviews: reviewsBy(adaByName, graceByName, null, graceByName) },
  });
  expect(codesOf(answer)).toEqual([{ path: ['me'], code: 'UNAUTHENTICATED' }, missingName]);
});

withPackages('the e-mail address of another user is an error', async () => {
  const answer = await ask(router, '{ reviews { author { email } } }', ada.jwt);
  const [own, other] = [{ author: { email: 'ada@example.com' } }, { author: null }];
  expect(answer.data).toEqual({ reviews: [own, other, other, other] });
  const at = (review: number) => ['reviews', review, 'author', 'email'];
  expect(codesOf(answer)).toEqual([
    { path: at(1), code: 'FORBIDDEN' },
    { path: at(2), code: 'INTERNAL_SERVER_ERROR' },
    { path: at(3), code: 'FORBIDDEN' },
  ]);
});

describeWith('docs/examples')('the access token is checked twice', () => {
  const requestsToGatehouse = () => gatehouse.logged().split('"route":"/graphql"').length;

  test('the router rejects a changed token, and asks no subgraph', async () => {
    const before = requestsToGatehouse();
    const [head = '', , signature = ''] = ada.jwt.split('.');
    const payload = grace.jwt.split('.')[1] ?? '';
    const answer = await ask(router, joinQuery, `${head}.${payload}.${signature}`);
    expect(answer.status).toBe(401);
    expect(answer.data ?? null).toBeNull();
    await setImmediate();
    expect(requestsToGatehouse()).toBe(before);
  });

  test('Gatehouse rejects the token of an ended session, which the router still accepts', async () => {
    const { jwt } = await restApi.login(gatehouse.url, { email: 'grace@example.com', password });
    expect((await ask(router, '{ me { firstName } }', jwt)).data).toEqual({ me: { firstName: 'Grace' } });
    await restApi.logout(gatehouse.url, {}, jwt);
    const answer = await ask(router, joinQuery, jwt);
    expect(answer.status).toBe(200);
    expect(answer.data).toEqual({ me: null, reviews: reviewsBy(null, null, null, null) });
    expect(new Set(answer.errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['UNAUTHENTICATED']));
  });
});

withPackages('a login through the router works', async () => {
  const query = `mutation { login(input: {email: "ada@example.com", password: "${password}"}) { success result { user { firstName reviews { text } } } } }`;
  expect(await ask(router, query)).toEqual({
    status: 200,
    data: { login: { success: true, result: { user: { firstName: 'Ada', reviews: [{ text: 'Review 1' }] } } } },
  });
});

withPackages('a router that asks for more than 200 users gets an error', async () => {
  const strangers = Array.from(
    { length: 201 },
    (_, i) => `${unknownId.slice(0, -4)}${i.toString(16).padStart(4, '0')}`,
  );
  const large = await startSupergraph(gatehouse.port, secret, strangers);
  const lookups = jest.spyOn(gatehouse.stores.users, 'findByIds');
  const answer = await ask(await large.startRouter(secret), '{ reviews { author { firstName } } }');
  expect(new Set(answer.errors?.map(({ extensions }) => extensions?.code))).toEqual(new Set(['VALIDATION_FAILED']));
  expect(lookups).not.toHaveBeenCalled();
  await large.stop();
});
