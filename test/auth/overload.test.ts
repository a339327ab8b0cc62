import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { AppError } from '../../src/platform/errors/app-error';
import type { RequestContext } from '../../src/platform/request/request-context';
import { type Answer, apis } from '../support/apis';
import { readChecked } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { PageClient } from '../support/page-client';
import { until } from '../support/until';

/** The answers of both APIs when more logins arrive than the server can hash. */
let gatehouse: Gatehouse;
afterEach(() => gatehouse.stop());

const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };

test('a login without a slot is rejected immediately, with the same text by both APIs, and counted nowhere', async () => {
  gatehouse = await startGatehouse({ HASH_CONCURRENCY: '1', HASH_QUEUE_LENGTH: '3', RATE_LIMITS: 'on' });
  const { url } = gatehouse;
  await apis[0].register(url, account);
  const { users } = gatehouse.stores;
  let begin = () => {};
  const allSent = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const findCredentials = users.findCredentials.bind(users);
  const held = jest.spyOn(users, 'findCredentials').mockImplementation(async (email) => {
    await allSent;
    return findCredentials(email);
  });
  const rejected: Answer[] = [];
  const sent = Array.from({ length: 120 }, async (_, i) => {
    const answer = await apis[i % 2 === 0 ? 0 : 1].login(url, { email: account.email, password });
    if (!answer.success) rejected.push(answer);
  });
  // Four logins of one account are being hashed, and three wait. All others are rejected before one of these ends.
  await until(() => rejected.length === 113);
  begin();
  await Promise.all(sent);
  held.mockRestore();
  expect(rejected).toHaveLength(113);
  for (const answer of rejected) {
    expect(answer).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      msg: 'Too many logins and registrations are waiting. Try again later.',
      fields: [],
      limit: null,
      retryAfter: expect.any(Number),
    });
  }
  const wrong = { email: account.email, password: 'wrong horse battery' };
  for (let i = 0; i < 5; i += 1) expect(await apis[0].login(url, wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(gatehouse.logged()).toContain('"code":"SERVICE_UNAVAILABLE"');
});

describe('the pages', () => {
  /** Sends the beginning of a form, and returns the answer. */
  async function begin(path: string, site: string) {
    const headers = {
      Accept: 'text/html',
      'Sec-Fetch-Mode': 'navigate',
      'Sec-Fetch-Site': site,
      'Content-Type': 'application/x-www-form-urlencoded',
      'Content-Length': '1000',
    };
    const asked = request(gatehouse.url + path, { method: 'POST', agent: false, headers });
    asked.flushHeaders();
    const [answer] = (await once(asked, 'response')) as [IncomingMessage];
    const html = await readChecked(asked, answer);
    asked.destroy();
    return { status: answer.statusCode, html, retryAfter: Number(answer.headers['retry-after']) };
  }

  test.each([
    ['/login', 'login'],
    ['/register', 'register'],
  ])('a form to %s is rejected before it is read, and a page says so', async (path, operation) => {
    gatehouse = await startGatehouse();
    const full = new AppError('SERVICE_UNAVAILABLE', { retryAfterS: 7 });
    const rejecting = jest.spyOn(gatehouse.services.auth, 'rejectOverload').mockRejectedValue(full);
    const { status, html, retryAfter } = await begin(path, 'same-origin');
    expect([status, retryAfter]).toEqual([503, 7]);
    expect(html).toContain('The service isn’t available right now.');
    expect(rejecting.mock.calls).toEqual([
      [expect.objectContaining({ name: operation }), expect.objectContaining({ ip: expect.any(String) })],
    ]);
    // A form of another site is rejected first.
    expect((await begin(path, 'cross-site')).status).toBe(403);
    rejecting.mockRestore();
    const client = new PageClient(gatehouse);
    await client.signIn(await client.register());
  });
});

test.each([
  ['REST', '/auth/login', { email: account.email, password }],
  [
    'GraphQL',
    '/graphql',
    { query: `mutation { login(input: { email: "a@b.de", password: "${password}" }) { success } }` },
  ],
])('a service notices when a client of %s disconnects', async (_api, path, body) => {
  gatehouse = await startGatehouse();
  const asked = new Promise<RequestContext>((resolve) => {
    jest.spyOn(gatehouse.services.auth, 'login').mockImplementation(async (_input, context) => {
      resolve(context);
      await once(context.signal, 'abort');
      throw new AppError('SERVICE_UNAVAILABLE');
    });
  });
  const socket = connect(gatehouse.port, '127.0.0.1');
  const text = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  const { signal } = await asked;
  expect(signal.aborted).toBe(false);
  socket.destroy();
  if (!signal.aborted) await once(signal, 'abort');
  expect(signal.aborted).toBe(true);
});

test('a client that has received its answer has not disconnected', async () => {
  gatehouse = await startGatehouse();
  const login = jest.spyOn(gatehouse.services.auth, 'login');
  for (const api of apis) await api.login(gatehouse.url, { email: account.email, password });
  expect(login.mock.calls.map(([, context]) => context.signal.aborted)).toEqual([false, false]);
});
