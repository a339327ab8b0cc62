import { connect } from 'node:net';
import { errorTable } from '../../src/platform/errors/error-table';
import { postJson } from '../support/apis';
import { checkRawAnswers } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Requests that are rejected before they reach a service. Both APIs return the same code and status. */
let gatehouse: Gatehouse;

beforeAll(async () => {
  gatehouse = await startGatehouse({ NODE_ENV: 'production', TRUST_PROXY: '1' });
});
afterAll(() => gatehouse.stop());

const marker = 'Tr0ub4dor-marker';

interface BadRequest {
  name: string;
  headers?: Record<string, string>;
  body: string | Uint8Array<ArrayBuffer>;
  code: keyof typeof errorTable;
}

const json = { 'Content-Type': 'application/json' };
const tooLarge = JSON.stringify({ email: `${marker}${'a'.repeat(33 * 1024)}@example.com` });

const badRequests: BadRequest[] = [
  { name: 'no JSON', body: `{"password": "${marker}"`, code: 'MALFORMED_REQUEST' },
  { name: 'nothing', body: '', code: 'MALFORMED_REQUEST' },
  { name: 'an array', body: `[{"password": "${marker}"}]`, code: 'MALFORMED_REQUEST' },
  { name: 'a string', body: `"${marker}"`, code: 'MALFORMED_REQUEST' },
  { name: 'a number', body: '5', code: 'MALFORMED_REQUEST' },
  { name: 'null', body: 'null', code: 'MALFORMED_REQUEST' },
  { name: 'JSON with a comment', body: `{"password": "${marker}" /* */}`, code: 'MALFORMED_REQUEST' },
  {
    name: 'invalid UTF-8',
    body: Uint8Array.from([...Buffer.from('{"password": "'), 0xc3, 0x28, ...Buffer.from(`${marker}"}`)]),
    code: 'MALFORMED_REQUEST',
  },
  {
    name: 'an overlong UTF-8 form',
    body: Uint8Array.from([...Buffer.from(`{"${marker}": "`), 0xc0, 0xaf, ...Buffer.from('"}')]),
    code: 'MALFORMED_REQUEST',
  },
  { name: 'an object that nests too deep to be anything', body: '{"a":'.repeat(2000), code: 'MALFORMED_REQUEST' },
  { name: 'too much', body: tooLarge, code: 'PAYLOAD_TOO_LARGE' },
  {
    name: 'a form',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `password=${marker}`,
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  { name: 'text', headers: { 'Content-Type': 'text/plain' }, body: '{}', code: 'UNSUPPORTED_MEDIA_TYPE' },
  {
    name: 'a media type that only begins like JSON',
    headers: { 'Content-Type': 'application/json-patch+json' },
    body: '{}',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'UTF-16',
    headers: { 'Content-Type': 'application/json; charset=utf-16le' },
    body: '{}',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'ISO 8859-1',
    headers: { 'Content-Type': 'application/json; charset=iso-8859-1' },
    body: '{}',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  {
    name: 'a media type that cannot be read',
    headers: { 'Content-Type': `;${marker}` },
    body: '{}',
    code: 'UNSUPPORTED_MEDIA_TYPE',
  },
  ...['gzip', 'deflate', 'br', 'gzip, identity', 'nonsense'].map(
    (encoding): BadRequest => ({
      name: `the content encoding ${encoding}`,
      headers: { ...json, 'Content-Encoding': encoding },
      body: '{}',
      code: 'UNSUPPORTED_MEDIA_TYPE',
    }),
  ),
];

describe.each(badRequests)('a body of $name', ({ headers = json, body, code }) => {
  const { status } = errorTable[code];
  const msg = code === 'MALFORMED_REQUEST' ? 'The body must be one JSON object in UTF-8.' : errorTable[code].msg;

  test.each(['/auth/register', '/auth/login'])(`is ${code} in the envelope at %s`, async (path) => {
    const response = await fetch(gatehouse.url + path, { method: 'POST', headers, body });

    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(response.headers.get('etag')).toBeNull();
    expect(await response.json()).toEqual({ success: false, msg, code });
  });

  test(`is ${code} in GraphQL's form at /graphql`, async () => {
    const response = await fetch(`${gatehouse.url}/graphql`, { method: 'POST', headers, body });

    expect(response.status).toBe(status);
    expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
    const message = String(body).startsWith('[') ? expect.stringContaining('Batches are not supported') : msg;
    expect(await response.json()).toEqual({
      errors: [
        {
          message,
          extensions: { code, fields: [], retryAfter: null, attemptsLeft: null, limit: null, sessionEnd: null },
        },
      ],
    });
  });
});

describe('the size limits', () => {
  const padded = (bytes: number) => {
    const body = { email: 'x', password: 'y', padding: '' };
    return JSON.stringify({ ...body, padding: 'p'.repeat(bytes - JSON.stringify(body).length) });
  };

  test('the REST API reads 16 kB, and not one byte more', async () => {
    expect((await postJson(`${gatehouse.url}/auth/login`, padded(16 * 1024))).status).toBe(400);
    expect((await postJson(`${gatehouse.url}/auth/login`, padded(16 * 1024 + 1))).status).toBe(413);
  });

  test('the GraphQL API reads 32 kB, and not one byte more', async () => {
    expect((await postJson(`${gatehouse.url}/graphql`, padded(32 * 1024))).status).toBe(400);
    expect((await postJson(`${gatehouse.url}/graphql`, padded(32 * 1024 + 1))).status).toBe(413);
  });

  test.each(['/admin/graphql', '/admin/users/bulk', '/admin/users/import'])(
    '%s reads 64 kB, and names this limit',
    async (path) => {
      const fitting = await postJson(gatehouse.url + path, padded(64 * 1024));
      expect(fitting.status).toBe(path === '/admin/graphql' ? 400 : 401);
      const larger = await postJson(gatehouse.url + path, padded(64 * 1024 + 1));
      expect(larger.status).toBe(413);
      expect(await larger.text()).toContain('The body is too large. This path accepts up to 64 kB.');
    },
  );

  test.each([
    ['/auth/login', 16],
    ['/admin/users', 16],
    ['/graphql', 32],
  ])('the text of %s is the text of the error table', async (path, kB) => {
    const text = await (await postJson(gatehouse.url + path, padded(kB * 1024 + 1))).text();
    expect(text).toContain(errorTable.PAYLOAD_TOO_LARGE.msg);
  });
});

test.each(['/auth/login', '/graphql'])('%s does not wait for the rest of a body that is too large', async (path) => {
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60000000\r\n\r\n{`;
  expect(await sendRaw(head)).toMatch(/^HTTP\/1.1 413 [\s\S]*\r\nConnection: close\r\n/);
});

/** Targets that are neither a path with or without a query nor a URL (RFC 9112, section 3.2). */
const targets = [
  'http://user@x/healthz',
  'http://user:password@x/healthz',
  'http://@x/healthz',
  'http://x/healthz#',
  'http://x/healthz#y',
  'http://x#/healthz',
  'http://x/\\healthz',
  'http://x\\healthz',
  'http://',
  'http:///healthz',
  'http://:80/healthz',
  'http://a:b/healthz',
  'http://a:80:80/healthz',
  'http://[::1/healthz',
  'http://ä.example/healthz',
  'http:/healthz',
  'http:healthz',
  'ftp://x/healthz',
  'ws://x/healthz',
  '//x/healthz#',
  'x:80',
  '*',
  'healthz',
  '?',
  '/healthz#',
  '/healthz#x',
  '/healthz?x#y',
  '/\\healthz',
  '\\healthz',
  '/healthz\\?x',
  '/healthz\tx',
  '/healthz\x0bx',
  '/healthz\x00',
  '/healthz\x7f',
  '/healthz?\x01',
  '/healthzä',
  '/healthz?ä',
  '/healthz\u00a0',
  '/healthz\ufeff',
];

describe('unknown paths and methods', () => {
  test.each([
    ['GET', '/coffee', 'NOT_FOUND'],
    ['GET', `/${marker}`, 'NOT_FOUND'],
    ['POST', '/auth', 'NOT_FOUND'],
    ['POST', '/auth/login/', 'NOT_FOUND'],
    ['POST', '/AUTH/login', 'NOT_FOUND'],
    ['GET', '/auth/%E0%A4%A', 'NOT_FOUND'],
    ['GET', '/auth/../package.json', 'NOT_FOUND'],
    ['POST', '//auth/login', 'NOT_FOUND'],
  ] as const)('%s %s is %s in the envelope', async (method, path, code) => {
    const response = await sendRaw(
      `${method} ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`,
    );

    expect(response).toContain(`HTTP/1.1 ${errorTable[code].status} `);
    expect(response).toContain(JSON.stringify({ success: false, msg: errorTable[code].msg, code }));
  });

  test.each([
    ['GET', '/auth/login', 'POST'],
    ['PUT', '/auth/register', 'POST'],
    ['DELETE', '/auth/login', 'POST'],
    ['OPTIONS', '/auth/login', 'POST'],
    ['TRACE', '/auth/login', 'POST'],
    ['POST', '/healthz', 'GET, HEAD'],
    ['POST', '/.well-known/jwks.json', 'GET, HEAD'],
    ['DELETE', '/graphql', 'GET, HEAD, POST'],
    ['PUT', '/graphql', 'GET, HEAD, POST'],
  ])('%s %s is METHOD_NOT_ALLOWED and allows %s', async (method, path, allow) => {
    const response = await sendRaw(`${method} ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`);

    expect(response).toContain('HTTP/1.1 405 ');
    expect(response).toContain(`\r\nAllow: ${allow}\r\n`);
    expect(response).toContain('"METHOD_NOT_ALLOWED"');
  });

  test.each([
    ['no HTTP at all', `${marker}\r\n\r\n`],
    ['a header without a colon', `POST /auth/login HTTP/1.1\r\nHost: x\r\n${marker}\r\n\r\n`],
    ['headers of 20 kB', `POST /auth/login HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`],
    ['101 headers', `GET /healthz HTTP/1.1\r\nHost: x\r\n${'X: x\r\n'.repeat(100)}\r\n`],
    ['no Host', 'GET /healthz HTTP/1.1\r\n\r\n'],
    ['two Hosts', 'GET /healthz HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['two Hosts alike', 'GET /healthz HTTP/1.1\r\nHost: x\r\nhost: x\r\n\r\n'],
    ['two Hosts in HTTP/1.0', 'GET /healthz HTTP/1.0\r\nHost: x\r\nHost: y\r\n\r\n'],
    ['two Authorizations', 'GET /auth/verify HTTP/1.1\r\nHost: x\r\nAuthorization: a\r\nAuthorization: b\r\n\r\n'],
    [
      'two content types',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Type: application/json\r\nContent-Length: 0\r\n\r\n',
    ],
    ['a header over two lines', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\r\n b\r\n\r\n'],
    ['a header with a line end of its own', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: a\rHost: y\r\n\r\n'],
    ['a space before the colon', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX : a\r\n\r\n'],
    ['two lengths', 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}'],
    ['two lengths in one', 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 2, 2\r\n\r\n{}'],
    [
      'chunks that are not chunks',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n',
    ],
    [
      'chunks and a length',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n',
    ],
    ['an unknown Expect', 'POST /auth/login HTTP/1.1\r\nHost: x\r\nExpect: wonders\r\n\r\n'],
    ['CONNECT', 'CONNECT example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n'],
    ['no version', 'GET /healthz\r\n\r\n'],
    ['HTTP/0.9', 'GET /healthz HTTP/0.9\r\n\r\n'],
    ['HTTP/2.0 without Host', 'GET /healthz HTTP/2.0\r\n\r\n'],
    ['HTTP/2.0', 'GET /healthz HTTP/2.0\r\nHost: x\r\n\r\n'],
    ['a preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['chunks in HTTP/1.0', 'POST /auth/login HTTP/1.0\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n'],
    ...['', ' ', 'a b', 'a/b', 'a?b', 'a@b', 'a\\b', '[::1', 'a:80:80', 'a:b', 'ä.example'].map((host) => [
      `the Host "${host}"`,
      `GET /healthz HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`,
    ]),
    ...targets.map((target) => [
      `the target ${JSON.stringify(target)}`,
      `GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`,
    ]),
    ['a URL without Host', 'GET http://x/healthz HTTP/1.1\r\n\r\n'],
    ['a URL with two Hosts', 'GET http://x/healthz HTTP/1.1\r\nHost: x\r\nHost: x\r\n\r\n'],
    ['a URL with an invalid Host', 'GET http://x/healthz HTTP/1.1\r\nHost: a@b\r\n\r\n'],
    // Lenient servers read each of these targets as /auth/login.
    ...[
      '/auth\\login',
      '/auth\\login#',
      '/auth/login#',
      '/auth\\login?x',
      '\\auth\\login',
      'http://x\\auth/login',
      'http://x/auth/login#',
    ].map((target) => [
      `a login at ${target}`,
      `POST ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`,
    ]),
    [
      'a length and chunks at the same time',
      'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
  ])('%s is MALFORMED_REQUEST in the envelope', async (_name, request) => {
    const response = await sendRaw(request);

    expect(response).toContain('HTTP/1.1 400 ');
    expect(response).toContain('"code":"MALFORMED_REQUEST"');
  });
});

test.each([
  ['a query', 'GET /healthz?a[]=1&b={"c|d^e`f<g>"}&%zz&?/@:;,+$!*()~ HTTP/1.1\r\nHost: x'],
  ['HTTP/1.0 without Host', 'GET /healthz HTTP/1.0'],
  ['HTTP/1.0 with Host', 'GET /healthz HTTP/1.0\r\nHost: x'],
  ...[
    'http://x/healthz',
    'HTTP://x/healthz?query',
    'https://id.example.com:443/healthz',
    'http://[::1]:4000/healthz',
  ].map((target) => [`the URL ${target}`, `GET ${target} HTTP/1.1\r\nHost: y`]),
  ['a URL in HTTP/1.0 without Host', 'GET http://x/healthz HTTP/1.0'],
  ...['localhost:4000', 'my_service', '[::1]:4000', '127.0.0.1', 'xn--bcher-kva.example.', 'a:'].map((host) => [
    `the Host ${host}`,
    `GET /healthz HTTP/1.1\r\nHost: ${host}`,
  ]),
])('%s is served', async (_name, head) => {
  expect(await sendRaw(`${head}\r\nConnection: close\r\n\r\n`)).toContain('HTTP/1.1 200 ');
});

describe('a URL as the target is the path of the URL', () => {
  const credentials = { email: 'unknown@example.com', password: 'correct horse battery' };
  const query = 'mutation ($input: LoginInput!) { login(input: $input) { error { code } } }';

  test.each([
    ['/auth/login', 401, credentials],
    ['/graphql', 200, { query, variables: { input: credentials } }],
  ])('for a login at %s', async (path, status, body) => {
    const text = JSON.stringify(body);
    const answer = await sendRaw(
      `POST http://id.example.com${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
    );
    expect(answer).toContain(`HTTP/1.1 ${status} `);
    expect(answer).toContain('"code":"INVALID_CREDENTIALS"');
    expect(gatehouse.logged()).toContain(`"route":"${path}"`);
  });

  test('for a page, and for an unknown path', async () => {
    const get = (target: string) => sendRaw(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    expect(await get('http://x/login')).toContain('HTTP/1.1 200 ');
    expect(await get('http://x/coffee')).toContain('HTTP/1.1 404 ');
  });

  test.each(['http://x', 'http://x/', 'http://x?query'])('%s is the path /', async (target) => {
    const get = (one: string) => sendRaw(`GET ${one} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`);
    const statusLine = (answer: string) => answer.split('\r\n', 1)[0];
    expect(statusLine(await get(target))).toBe(statusLine(await get('/')));
  });
});

test('100 headers are read', async () => {
  const headers = `Host: x\r\nConnection: close\r\n${'X: x\r\n'.repeat(98)}`;
  expect(await sendRaw(`GET /healthz HTTP/1.1\r\n${headers}\r\n`)).toContain('HTTP/1.1 200 ');
});

test('nothing that was sent is in the log', async () => {
  const credentials = { email: `${marker}@example.com`, password: marker };
  await postJson(`${gatehouse.url}/auth/register`, {
    ...credentials,
    first_name: marker,
    last_name: marker,
    tel: marker,
  });
  await postJson(`${gatehouse.url}/auth/login`, credentials, {
    'User-Agent': marker,
    Authorization: `Bearer ${marker}`,
  });
  await postJson(`${gatehouse.url}/auth/login`, { ...credentials, password: { marker } });
  await postJson(`${gatehouse.url}/auth/login`, `{"password": "${marker}"`);
  await postJson(`${gatehouse.url}/graphql?${marker}`, {
    query: `mutation ${marker} { login(input: {email: "${marker}"`,
    operationName: marker,
  });
  await postJson(`${gatehouse.url}/graphql`, {
    query: `mutation ($e: String = "x") { login(input: {email: $e, password: "${marker}"}) { success } }`,
    variables: { e: null },
  });
  await postJson(`${gatehouse.url}/auth/login`, credentials, { 'X-Forwarded-For': marker });
  await postJson(`${gatehouse.url}/graphql`, { query: `{ ${marker.replace('-', '_')} }` });

  expect(gatehouse.logged()).toContain('"route":"/auth/login"');
  expect(gatehouse.logged()).not.toContain('Tr0ub4dor');
});

/** Sends the bytes unchanged. `fetch` would correct them. */
function sendRaw(text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(gatehouse.port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('close', () => {
      checkRawAnswers(text, answer);
      resolve(answer);
    });
    socket.on('error', reject);
  });
}
