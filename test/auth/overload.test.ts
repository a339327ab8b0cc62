import { once } from 'node:events';
import { connect } from 'node:net';
import type { Client } from '../../src/client';
import { AppError } from '../../src/errors';
import { doors } from '../support/doors';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** More logins than can be hashed: what both doors say, and to whom. */
let gatehouse: Gatehouse;
afterEach(() => gatehouse.stop());

const password = 'correct horse battery';
const account = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace', password };

test('what finds no place is told so at once, in the same words through both doors, and counted nowhere', async () => {
  gatehouse = await startGatehouse({ HASH_CONCURRENCY: '1', HASH_QUEUE_LENGTH: '3', RATE_LIMITS: 'on' });
  const { url } = gatehouse;
  await doors[0].register(url, account);
  const answers = await Promise.all(
    Array.from({ length: 120 }, (_, i) => doors[i % 2 === 0 ? 0 : 1].login(url, { email: account.email, password })),
  );
  const refused = answers.filter(({ success }) => !success);
  expect(refused.length).toBeGreaterThan(20);
  expect(refused.length).toBeLessThan(120);
  for (const answer of refused) {
    expect(answer).toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
      msg: 'Too many are waiting; try again later.',
      fields: [],
      limit: null,
      retryAfter: 1,
    });
  }
  const wrong = { email: account.email, password: 'wrong horse battery' };
  for (let i = 0; i < 5; i += 1)
    expect(await doors[0].login(url, wrong)).toMatchObject({ code: 'INVALID_CREDENTIALS' });
  expect(gatehouse.logged()).toContain('"code":"SERVICE_UNAVAILABLE"');
});

test.each([
  ['REST', '/auth/login', { email: account.email, password }],
  [
    'GraphQL',
    '/graphql',
    { query: `mutation { login(input: { email: "a@b.de", password: "${password}" }) { success } }` },
  ],
])('a service is told when a client of %s goes away', async (_door, path, body) => {
  gatehouse = await startGatehouse();
  const asked = new Promise<Client>((resolve) => {
    jest.spyOn(gatehouse.services.auth, 'login').mockImplementation(async (_input, client) => {
      resolve(client);
      await once(client.gone, 'abort');
      throw new AppError('SERVICE_UNAVAILABLE');
    });
  });
  const socket = connect(gatehouse.port, '127.0.0.1');
  const text = JSON.stringify(body);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
  );
  const { gone } = await asked;
  expect(gone.aborted).toBe(false);
  socket.destroy();
  if (!gone.aborted) await once(gone, 'abort');
  expect(gone.aborted).toBe(true);
});

test('a client that has its answer has not gone away', async () => {
  gatehouse = await startGatehouse();
  const login = jest.spyOn(gatehouse.services.auth, 'login');
  for (const door of doors) await door.login(gatehouse.url, { email: account.email, password });
  expect(login.mock.calls.map(([, client]) => client.gone.aborted)).toEqual([false, false]);
});
