import { once } from 'node:events';
import { connect } from 'node:net';
import { AppError } from '../../src/errors/app-error';
import type { RequestContext } from '../../src/request/request-context';
import { type Answer, apis } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

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
  while (rejected.length < 113) await new Promise(setImmediate);
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
