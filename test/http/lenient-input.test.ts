import { once } from 'node:events';
import { request } from 'node:http';
import { postJson, restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** What clients, browsers and proxies send in forms that a standard allows or that has no standard, and beside each what stays refused. */
const app = 'https://app.example.com';
const webView = 'capacitor://localhost';
const password = 'an uncommon passphrase';
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ CORS_ORIGINS: `${app},${webView}`, TRUST_PROXY: '1' });
});
afterAll(() => gatehouse.stop());

const preflight = async (origin: string, names: string, path = '/graphql') => {
  const sent = { Origin: origin, 'Access-Control-Request-Method': 'POST', 'Access-Control-Request-Headers': names };
  const { headers } = await fetch(`${gatehouse.url}${path}`, { method: 'OPTIONS', headers: sent });
  return { origin: headers.get('access-control-allow-origin'), names: headers.get('access-control-allow-headers') };
};

describe('CORS', () => {
  test.each([
    'content-type,sentry-trace,baggage,traceparent',
    'authorization,x-datadog-trace-id,b3',
    'apollo-require-preflight,apollographql-client-name',
  ])('an origin that the operator has named may send %s', async (names) => {
    for (const path of ['/graphql', '/auth/login'])
      expect(await preflight(app, names, path)).toEqual({ origin: app, names });
  });

  test('the web view of an application is an origin', async () => {
    expect((await preflight(webView, 'content-type')).origin).toBe(webView);
  });

  test.each([
    'https://app.example.com.evil.example',
    'http://app.example.com',
    'null',
    'capacitor://localhost.evil',
    'ionic://localhost',
  ])('%s is none', async (origin) => {
    expect(await preflight(origin, 'content-type')).toEqual({ origin: null, names: null });
  });

  test('a wildcard is no name', async () => {
    expect((await preflight(app, '*')).names).toBeNull();
    expect((await preflight(app, 'baggage, *, a b')).names).toBe('baggage');
  });
});

describe('the charset of a body', () => {
  const register = (charset: string) =>
    postJson(
      `${gatehouse.url}/auth/register`,
      { email: `${Math.random()}@example.com`, password, first_name: 'Zoë', last_name: 'Lovelace' },
      { 'Content-Type': `application/json; ${charset}` },
    );

  test.each(['charset=utf8', 'charset=UTF8', 'charset="utf-8"', 'Charset=Utf-8', 'charset=unicode-1-1-utf-8'])(
    '%s is UTF-8',
    async (charset) => {
      const answer = await register(charset);
      expect([answer.status, (await answer.json()).result?.first_name]).toEqual([201, 'Zoë']);
    },
  );

  test.each(['charset=utf-16', 'charset=utf-7', 'charset=latin1', 'charset=utf', 'charset=utf8x'])(
    '%s is not',
    async (charset) => {
      expect((await register(charset)).status).toBe(415);
    },
  );
});

/** Unlike `fetch`, sends a path and headers as they are. */
async function statusOf(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body = '',
): Promise<number> {
  const sent = request(`${gatehouse.url}/`, { method, path, headers, agent: false }).end(body);
  const [response] = await once(sent, 'response');
  response.resume();
  return response.statusCode;
}

describe.each([
  ['/auth/login', JSON.stringify({ email: 'nobody@example.com', password }), 401],
  ['/graphql', '{"query":"{ __typename }"}', 200],
])('the body of %s', (path, body, understood) => {
  const post = (sent: string, headers: Record<string, string> = {}) =>
    statusOf('POST', path, { 'Content-Type': 'application/json', ...headers }, sent);

  test('a byte order mark is ignored at its start, and nowhere else', async () => {
    expect(await post(`\ufeff${body}`)).toBe(understood);
    for (const wrong of [`\ufeff\ufeff${body}`, `${body}\ufeff`, ` \ufeff${body}`]) expect(await post(wrong)).toBe(400);
  });

  test('the encoding "identity" is none, and another is refused', async () => {
    expect(await post(body, { 'Content-Encoding': 'Identity' })).toBe(understood);
    for (const encoding of ['gzip', 'identity, gzip', 'identity,identity', ''])
      expect(await post(body, { 'Content-Encoding': encoding })).toBe(415);
  });
});

test('a browser sends a backslash in a query as it is, and takes one in a path for a slash', async () => {
  expect(await statusOf('GET', '/healthz?a\\b')).toBe(200);
  for (const path of ['/\\healthz', '/healthz\\?x', '/healthz?a#\\']) expect(await statusOf('GET', path)).toBe(400);
});

test('several spaces can stand before an access token', async () => {
  const account = { email: 'spaces@example.com', password };
  await restApi.register(gatehouse.url, { ...account, firstName: 'Ada', lastName: 'Lovelace' });
  const { jwt } = await restApi.login(gatehouse.url, account);
  const me = (Authorization: string) => statusOf('GET', '/auth/me', { Authorization });
  expect(await me(`Bearer   ${jwt}`)).toBe(200);
  for (const wrong of [`Bearer${jwt}`, `Bearer\t${jwt}`, `Bearer ${jwt} x`, `Bearer ${jwt}, Bearer ${jwt}`])
    expect(await me(wrong)).toBe(401);
});

describe('GraphQL', () => {
  const query = encodeURIComponent('{ __typename }');
  test.each(['operationName=', 'variables=', 'extensions=', 'operationName=&variables=&extensions='])(
    'an empty %s in a URL is none',
    async (parameters) => {
      const answer = await fetch(`${gatehouse.url}/graphql?query=${query}&${parameters}`, {
        headers: { Accept: 'application/json' },
      });
      expect([answer.status, await answer.json()]).toEqual([200, { data: { __typename: 'Query' } }]);
    },
  );

  test('and in JSON', async () => {
    const body = { query: '{ __typename }', operationName: '', variables: '', extensions: '' };
    expect((await postJson(`${gatehouse.url}/graphql`, body)).status).toBe(200);
  });

  test.each(['operationName=Other', 'variables=x', 'variables=[]', 'operationName=&operationName=Other'])(
    '%s is not',
    async (parameters) => {
      const answer = await fetch(`${gatehouse.url}/graphql?query=${query}&${parameters}`, {
        headers: { Accept: 'application/json' },
      });
      expect(answer.status).toBe(400);
    },
  );
});

describe('X-Forwarded-For', () => {
  const ipOf = async (forwarded: string) => {
    const email = `${Math.random()}@example.com`;
    await restApi.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
    const answer = await postJson(`${gatehouse.url}/auth/login`, { email, password }, { 'X-Forwarded-For': forwarded });
    const sessions = await fetch(`${gatehouse.url}/auth/sessions`, {
      headers: { Authorization: `Bearer ${(await answer.json()).result.jwt}` },
    });
    return (await sessions.json()).result.sessions[0].ip;
  };

  test.each([
    ['203.0.113.9:51234', '203.0.113.9'],
    ['198.51.100.1:80, 203.0.113.9:51234', '203.0.113.9'],
    ['[2001:db8::9]:51234', '2001:db8::9'],
    ['[2001:db8::9]', '2001:db8::9'],
    ['2001:db8::9', '2001:db8::9'],
  ])('%s names %s', async (forwarded, ip) => {
    expect(await ipOf(forwarded)).toBe(ip);
  });

  test.each([
    'unknown',
    '_hidden',
    '203.0.113.9:',
    '203.0.113.9:x',
    '[203.0.113.9',
    '203.0.113.999:1',
    '203.0.113.9:51234:1',
  ])('%s names nobody, so that the address is that of the connection', async (forwarded) => {
    expect(await ipOf(forwarded)).toBe('127.0.0.1');
  });
});
