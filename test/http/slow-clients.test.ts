import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { HttpLimits } from '../../src/platform/http/http-limits';
import { checkRawAnswers } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { until } from '../support/until';

/**
 * Clients that keep a connection open without sending complete requests. Each test has its own port, on which one limit
 * is short and all others are longer than the test. Only the time to read a rejection is always short.
 */
const long = { headersMs: 3_600_000, requestMs: 3_600_000, keepAliveMs: 3_600_000, silenceMs: 3_600_000 };
const shortMs = 1000;
const login = 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

type Limit = keyof HttpLimits;
const limitsOf: Partial<Record<Limit, Partial<HttpLimits>>> = {
  headersMs: { headersMs: shortMs },
  // Node does not allow a `headersTimeout` that is longer than the `requestTimeout`.
  requestMs: { requestMs: shortMs, headersMs: shortMs },
  keepAliveMs: { keepAliveMs: shortMs },
  silenceMs: { silenceMs: shortMs },
};

let gatehouse: Gatehouse;
beforeAll(async () => {
  gatehouse = await startGatehouse();
});
afterAll(() => gatehouse.stop());
const clients: Socket[] = [];
afterAll(() => {
  for (const client of clients) client.destroy();
});

const listen = (limit: Limit, more: { maxConnections?: number } = {}) =>
  gatehouse.listen({ ...long, checkMs: 50, lingerMs: shortMs, ...limitsOf[limit], ...more });
type Listening = Awaited<ReturnType<typeof listen>>;

/** Sends `first`, then `again` every 50 ms. Never closes the connection. */
function slowClient(port: number, first: string, again = ''): Socket {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(client);
  // The client continues to write after the server has closed the connection.
  client.on('error', () => {});
  client.once('connect', () => client.write(first));
  const timer = setInterval(() => again && client.writable && client.write(again), 50);
  client.once('close', () => clearInterval(timer));
  return client;
}

/** Waits until the server has no connection. */
async function allEnded({ connections }: Listening): Promise<void> {
  await until(async () => (await connections()) === 0);
}

const rejected = /^HTTP\/1\.1 400 [\s\S]*"code":"MALFORMED_REQUEST"}$/;
const slow: { name: string; first: string; again: string; answer: RegExp; limit: Limit }[] = [
  // A browser that connects early takes an answer for the one to its first request, and repeats the request without one.
  { name: 'never sends a byte', first: '', again: '', answer: /^$/, limit: 'headersMs' },
  {
    name: 'sends its headers byte by byte',
    first: 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: ',
    again: 'x',
    answer: rejected,
    limit: 'headersMs',
  },
  {
    name: 'sends headers without end',
    first: 'GET /healthz HTTP/1.1\r\nHost: x\r\n',
    again: 'X: x\r\n',
    answer: rejected,
    limit: 'headersMs',
  },
  {
    name: 'sends its body byte by byte',
    first: `${login}Content-Length: 9000\r\n\r\n{`,
    again: ' ',
    answer: rejected,
    limit: 'requestMs',
  },
  {
    name: 'sends its body chunk by chunk',
    first: `${login}Transfer-Encoding: chunked\r\n\r\n`,
    again: '1\r\n \r\n',
    answer: rejected,
    limit: 'requestMs',
  },
  {
    name: 'continues to send an unwanted body',
    first: 'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n',
    again: ' ',
    answer: /^HTTP\/1\.1 404 (?![\s\S]*HTTP\/1\.1)/,
    limit: 'requestMs',
  },
  {
    name: 'asks once and stays',
    first: 'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    again: '',
    answer: /^HTTP\/1\.1 200 (?![\s\S]*HTTP\/1\.1)/,
    limit: 'keepAliveMs',
  },
  {
    name: 'continues to send what is not HTTP',
    first: 'nonsense\r\n\r\n',
    again: 'x',
    answer: rejected,
    limit: 'lingerMs',
  },
];

test.each(slow)('a client that $name is disconnected by the limit for it', async ({ first, again, answer, limit }) => {
  const server = await listen(limit);
  const client = slowClient(server.port, first, again);
  let answered = '';
  client.on('data', (bytes) => {
    answered += bytes;
  });
  await once(client, 'connect');
  const other = await fetch(`${server.url}/healthz`, { headers: { Connection: 'close' } });
  expect(other.status).toBe(200);
  await allEnded(server);
  expect(answered).toMatch(answer);
  checkRawAnswers(first, answered);
});

test('a client that never reads its answers is disconnected', async () => {
  const server = await listen('silenceMs');
  const client = slowClient(server.port, 'GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
  client.pause();
  await once(client, 'connect');
  await allEnded(server);
});

test('connections above the maximum are closed, and the others continue', async () => {
  // No time limit closes one of these connections.
  const server = await listen('lingerMs', { maxConnections: 10 });
  const first = slowClient(server.port, '');
  await once(first, 'connect');
  const others = Array.from({ length: 12 }, () => slowClient(server.port, ''));
  const ended = others.map((client) => once(client, 'end'));
  await Promise.race(ended);
  expect(await server.connections()).toBe(10);
  first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  for (const client of [first, ...others]) client.destroy();
  await allEnded(server);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
});
