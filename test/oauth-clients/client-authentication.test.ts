import crypto, { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';
import { text } from 'node:stream/consumers';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { answerOf, basic, basicOf, createClient, type Form, postForm, type TestClient } from '../support/oauth';

/** Who may ask about tokens, and in which form: RFC 6749, sections 2.3, 3.2 and 5.2. */

const paths = ['/oauth/introspect', '/oauth/revoke'] as const;
const origin = 'https://app.example.com';
const unknownId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';
const unknownSecret = 'x'.repeat(43);
const percentEncoded = (value: string) =>
  [...Buffer.from(value)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('');

let gatehouse: Gatehouse;
let client: TestClient;
let jwt: string;

beforeAll(async () => {
  gatehouse = await startGatehouse({ CORS_ORIGINS: origin });
  client = await createClient(gatehouse);
  const account = {
    email: 'ada@example.com',
    firstName: 'Ada',
    lastName: 'Lovelace',
    password: 'correct horse battery',
  };
  await restApi.register(gatehouse.url, account);
  jwt = (await restApi.login(gatehouse.url, { email: account.email, password: account.password })).jwt ?? '';
});
afterAll(() => gatehouse.stop());

const post = (path: string, form: Form, headers?: Record<string, string>) =>
  postForm(`${gatehouse.url}${path}`, form, headers);

describe.each(paths)('POST %s', (path) => {
  const send = (form: Form, headers?: Record<string, string>) => post(path, form, headers);
  const inForm = () => ({ client_id: client.id, client_secret: client.secret });

  describe('accepts a client', () => {
    test.each<[string, () => [Form, Record<string, string>?]]>([
      ['with HTTP Basic', () => [{ token: 'x' }, basicOf(client)]],
      [
        'with HTTP Basic, each character percent-encoded',
        () => [{ token: 'x' }, basic(`${percentEncoded(client.id)}:${percentEncoded(client.secret)}`)],
      ],
      [
        'with the scheme in lower case',
        () => [{ token: 'x' }, { Authorization: basicOf(client).Authorization.replace('Basic', 'basic') }],
      ],
      ['with the id in upper case', () => [{ token: 'x' }, basic(`${client.id.toUpperCase()}:${client.secret}`)]],
      ['with HTTP Basic, and the same id in the form', () => [{ token: 'x', client_id: client.id }, basicOf(client)]],
      ['with a form', () => [{ token: 'x', ...inForm() }]],
      [
        'with a form, percent-encoded',
        () => [`token=x&client%5Fid=${client.id}&client_secret=${percentEncoded(client.secret)}`],
      ],
      ['with HTTP Basic, and an empty secret in the form', () => [{ token: 'x', client_secret: '' }, basicOf(client)]],
      ['with parameters that are unknown', () => [{ token: 'x', resource: 'y', ...inForm() }]],
    ])('%s', async (_name, request) => {
      const { status, headers, body } = await send(...request());
      expect([status, body]).toEqual([200, path === '/oauth/introspect' ? { active: false } : {}]);
      expect(headers.get('cache-control')).toBe('no-store');
    });
  });

  describe('rejects a client with 401 and a challenge', () => {
    const wrong = (secret: string) => basic(`${client.id}:${secret}`);
    test.each<[string, () => [Form, Record<string, string>?], RegExp]>([
      ['without credentials', () => [{ token: jwt }], /required/],
      ['with an id alone', () => [{ token: jwt, client_id: client.id }], /required/],
      ['with a secret alone', () => [{ token: jwt, client_secret: client.secret }], /required/],
      ['with an empty secret', () => [{ token: jwt, client_id: client.id, client_secret: '' }], /required/],
      ['with Basic without a secret', () => [{ token: jwt }, basic(`${client.id}:`)], /required/],
      ['with Basic without a colon', () => [{ token: jwt }, basic(client.id)], /required/],
      ['with Basic without an id', () => [{ token: jwt }, basic(`:${client.secret}`)], /required/],
      ['with Basic and a second colon', () => [{ token: jwt }, basic(`${client.id}:${client.secret}:x`)], /required/],
      ['with Basic that is empty', () => [{ token: jwt }, { Authorization: 'Basic ' }], /required/],
      ['with Basic that is no base64', () => [{ token: jwt }, { Authorization: 'Basic a:b' }], /required/],
      [
        'with Basic in base64url',
        () => [{ token: jwt }, { Authorization: `Basic ${Buffer.from('\xff\xfe:\xff').toString('base64url')}` }],
        /required/,
      ],
      [
        'with Basic that is not UTF-8',
        () => [{ token: jwt }, { Authorization: `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}` }],
        /required/,
      ],
      ['with percent signs that are no encoding', () => [{ token: jwt }, basic(`${client.id}:%zz`)], /required/],
      ['with a percent-encoding that is not UTF-8', () => [{ token: jwt }, basic(`${client.id}:%ff`)], /required/],
      ['with 15 kB of Basic', () => [{ token: jwt }, basic(`${client.id}:${'a'.repeat(11_000)}`)], /required/],
      [
        'with 15 kB of white space',
        () => [{ token: jwt }, { Authorization: `Basic ${' '.repeat(15_000)}x` }],
        /required/,
      ],
      ['with its access token', () => [{ token: jwt }, { Authorization: `Bearer ${jwt}` }], /required/],
      ['with a signed assertion', () => [{ token: jwt, client_id: client.id, client_assertion: jwt }], /required/],
      ['with a wrong secret', () => [{ token: jwt }, wrong(unknownSecret)], /wrong/],
      ['with a part of the secret', () => [{ token: jwt }, wrong(client.secret.slice(0, -1))], /wrong/],
      ['with the secret and a space', () => [{ token: jwt }, wrong(`${client.secret} `)], /wrong/],
      ['with the secret in lower case', () => [{ token: jwt }, wrong(client.secret.toLowerCase())], /wrong/],
      ['with NUL after the secret', () => [{ token: jwt }, wrong(`${client.secret}%00`)], /wrong/],
      ['with a wrong secret in the form', () => [{ token: jwt, client_id: client.id, client_secret: 'x' }], /wrong/],
      ['that is unknown', () => [{ token: jwt }, basic(`${unknownId}:${unknownSecret}`)], /wrong/],
      ['whose id is no UUID', () => [{ token: jwt }, basic(`gatehouse:${unknownSecret}`)], /wrong/],
      ['whose id has NUL', () => [{ token: jwt }, basic(`%00:${unknownSecret}`)], /wrong/],
      ['whose id is SQL', () => [{ token: jwt }, basic(`%27%20OR%201%3D1--:${unknownSecret}`)], /wrong/],
      [
        'with the id that stands for no client',
        () => [{ token: jwt }, basic(`00000000-0000-0000-0000-000000000000:${unknownSecret}`)],
        /wrong/,
      ],
    ])('%s', async (_name, request, description) => {
      const { status, headers, body } = await send(...request());
      expect(status).toBe(401);
      expect(headers.get('www-authenticate')).toBe('Basic realm="Gatehouse", charset="UTF-8"');
      expect(headers.get('cache-control')).toBe('no-store');
      expect(body).toEqual({ error: 'invalid_client', error_description: expect.stringMatching(description) });
    });

    test('the answers to an unknown client and to a wrong secret are the same', async () => {
      const [unknown, wrongSecret] = [
        await send({ token: jwt }, basic(`${unknownId}:${unknownSecret}`)),
        await send({ token: jwt }, wrong(unknownSecret)),
      ];
      expect(unknown.body).toEqual(wrongSecret.body);
      const headersOf = ({ headers }: typeof unknown) =>
        [...headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      expect(headersOf(unknown)).toEqual(headersOf(wrongSecret));
    });
  });

  describe('rejects a request with 400', () => {
    test.each<[string, () => [Form, Record<string, string>?], string | RegExp]>([
      [
        'with two ways of authentication',
        () => [{ token: 'x', ...inForm() }, basicOf(client)],
        'client_secret is sent together with another client authentication. A client must authenticate in one way.',
      ],
      [
        'with Bearer and a secret in the form',
        () => [{ token: 'x', ...inForm() }, { Authorization: `Bearer ${jwt}` }],
        /one way/,
      ],
      ['with a secret and an assertion', () => [{ token: 'x', ...inForm(), client_assertion: jwt }], /one way/],
      [
        'with another id in the form',
        () => [{ token: 'x', client_id: unknownId }, basicOf(client)],
        'client_id is not the client id of the Authorization header.',
      ],
      ['without a token', () => [{ token_type_hint: 'access_token' }, basicOf(client)], 'token is required.'],
      ['with an empty token', () => [{ token: '' }, basicOf(client)], 'token is required.'],
      ['with an empty body', () => ['', basicOf(client)], 'token is required.'],
      [
        'with two tokens',
        () => [
          [
            ['token', jwt],
            ['token', 'x'],
          ],
          basicOf(client),
        ],
        /at most once/,
      ],
      ['with two equal tokens, one empty', () => ['token=&token=x', basicOf(client)], /at most once/],
      ['with two tokens, one percent-encoded', () => ['token=x&tok%65n=x', basicOf(client)], /at most once/],
      ['with an unknown parameter twice', () => ['token=x&a=1&a=1', basicOf(client)], /at most once/],
      [
        'with two secrets',
        () => [`token=x&client_id=${client.id}&client_secret=${client.secret}&client_secret=x`],
        /at most once/,
      ],
      ['with a percent sign that is no encoding', () => ['token=%zz', basicOf(client)], /well-formed form/],
      ['with bytes that are not UTF-8', () => ['token=%ff%fe', basicOf(client)], /well-formed form/],
      ['with characters that are not ASCII', () => ['token=ä', basicOf(client)], /well-formed form/],
    ])('%s', async (_name, request, description) => {
      const { status, headers, body } = await send(...request());
      const expected = typeof description === 'string' ? description : expect.stringMatching(description);
      expect([status, body]).toEqual([400, { error: 'invalid_request', error_description: expected }]);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('www-authenticate')).toBeNull();
    });

    test.each(['?token=x', '?x', '?client_id=a&client_secret=b'])('with parameters in the URL: %s', async (query) => {
      const { status, body } = await post(`${path}${query}`, { token: 'x' }, basicOf(client));
      expect([status, body.error]).toEqual([400, 'invalid_request']);
      expect(gatehouse.logged()).not.toContain('client_secret=b');
    });
  });

  test('another method gets 405, also with CORS_ORIGINS from a browser', async () => {
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const response = await fetch(`${gatehouse.url}${path}`, {
        method,
        headers: { ...basicOf(client), Origin: origin },
      });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'POST']);
      expect(response.headers.get('access-control-allow-origin')).toBeNull();
      if (method !== 'HEAD') expect(await response.json()).toMatchObject({ error: 'invalid_request' });
    }
  });

  test('no browser gets an answer: without CORS headers', async () => {
    const { status, headers } = await send({ token: 'x' }, { ...basicOf(client), Origin: origin });
    expect([status, headers.get('access-control-allow-origin')]).toEqual([200, null]);
  });

  test.each([
    ['no type', {}],
    ['JSON', { 'Content-Type': 'application/json' }],
    ['text', { 'Content-Type': 'text/plain' }],
    ['a multipart form', { 'Content-Type': 'multipart/form-data; boundary=x' }],
    ['another charset', { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-7' }],
    ['two types', { 'Content-Type': 'application/x-www-form-urlencoded, application/json' }],
    ['a longer type', { 'Content-Type': 'application/x-www-form-urlencoded-x' }],
    ['a compressed form', { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Encoding': 'gzip' }],
  ] as [string, Record<string, string>][])('%s gets 415', async (_name, headers) => {
    const body = Buffer.from(new URLSearchParams({ token: 'x', ...inForm() }).toString());
    const response = await fetch(`${gatehouse.url}${path}`, { method: 'POST', body, headers });
    const answer = await answerOf(response);
    expect([answer.status, answer.body.error]).toEqual([415, 'invalid_request']);
  });

  test('a form of 16 kB is read, and a larger one gets 413', async () => {
    const sized = (bytes: number) => `token=${'x'.repeat(bytes - 6)}`;
    expect((await send(sized(16 * 1024), basicOf(client))).status).toBe(200);
    const { status, headers, body } = await send(sized(16 * 1024 + 1), basicOf(client));
    expect([status, body.error, headers.get('connection')]).toEqual([413, 'invalid_request', 'close']);
  });

  test('two Authorization headers are rejected before one of them is read', async () => {
    const socket = net.connect(gatehouse.port, '127.0.0.1');
    await once(socket, 'connect');
    const { Authorization } = basicOf(client);
    socket.end(
      `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${Authorization}\r\nAuthorization: Basic eDp5\r\n` +
        'Content-Type: application/x-www-form-urlencoded\r\nContent-Length: 7\r\n\r\ntoken=x',
    );
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

test('an unknown client takes the same work as a wrong secret', async () => {
  const reads = jest.spyOn(gatehouse.stores.oauthClients, 'findByIdsWithHashes');
  const compares = jest.spyOn(crypto, 'timingSafeEqual');
  const hashes = jest.spyOn(crypto, 'createHash');
  const work: number[][] = [];
  for (const credentials of [
    `${client.id}:${unknownSecret}`,
    `${unknownId}:${unknownSecret}`,
    `no-client:${unknownSecret}`,
  ]) {
    for (const spy of [reads, compares, hashes]) spy.mockClear();
    expect((await post('/oauth/introspect', { token: jwt }, basic(credentials))).status).toBe(401);
    work.push([reads, compares].map((spy) => spy.mock.calls.length));
    expect(hashes.mock.calls.length).toBeGreaterThan(0);
  }
  for (const spy of [reads, compares, hashes]) spy.mockRestore();
  expect(work).toEqual([
    [1, 2],
    [1, 2],
    [1, 2],
  ]);
});

test('neither the log nor the audit has a secret or a token', async () => {
  const secret = randomBytes(32).toString('base64url');
  await post('/oauth/introspect', { token: jwt }, basic(`${client.id}:${secret}`));
  await post('/oauth/introspect', { token: jwt, client_id: client.id, client_secret: client.secret });
  await post('/oauth/revoke', { token: 'x'.repeat(43), client_id: unknownId, client_secret: secret });
  await gatehouse.services.audit.close();
  const written = gatehouse.logged() + JSON.stringify(await gatehouse.stores.audit.list({ limit: 1000 }));
  for (const text of [secret, client.secret, jwt, 'x'.repeat(43)]) expect(written).not.toContain(text);
});

test('the database has the hash of a secret, and no secret', async () => {
  const [row] = await gatehouse.sql(
    `SELECT encode(secret_hash, 'hex') AS hash FROM oauth_clients WHERE id = '${client.id}'`,
  );
  expect(row?.hash).toBe(crypto.createHash('sha256').update(client.secret).digest('hex'));
  expect(Buffer.from(client.secret, 'base64url')).toHaveLength(32);
});
