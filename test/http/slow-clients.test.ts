import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { checkRawAnswers } from '../support/checked-fetch';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Clients that hold a connection without sending complete requests, with short time-outs. */
const limits = { headersMs: 300, requestMs: 2000, keepAliveMs: 300, silenceMs: 4000, checkMs: 50, lingerMs: 100 };
const login = 'POST /auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n';

let gatehouse: Gatehouse;
const clients: Socket[] = [];

beforeAll(async () => {
  gatehouse = await startGatehouse({ MAX_CONNECTIONS: '10' }, undefined, limits);
});
afterEach(() => {
  for (const client of clients.splice(0)) client.destroy();
});
afterAll(() => gatehouse.stop());

/** Sends `first`, then `again` every 50 ms, and never ends the connection itself. */
function slowClient(first: string, again = ''): Socket {
  const client = connect({ port: gatehouse.port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(client);
  // The errors of a client that continues to write to a closed connection.
  client.on('error', () => {});
  client.once('connect', () => client.write(first));
  const timer = setInterval(() => again && client.writable && client.write(again), 50);
  client.once('close', () => clearInterval(timer));
  return client;
}

/** Until the server has no connection left. */
async function allEnded(): Promise<void> {
  while ((await gatehouse.connections()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
}

const rejected = /^HTTP\/1\.1 400 [\s\S]*"code":"MALFORMED_REQUEST"}$/;

test.each([
  ['never sends a byte', '', '', rejected, 'requestMs'],
  ['sends its headers byte by byte', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: ', 'x', rejected, 'requestMs'],
  ['sends headers without end', 'GET /healthz HTTP/1.1\r\nHost: x\r\n', 'X: x\r\n', rejected, 'requestMs'],
  ['sends its body byte by byte', `${login}Content-Length: 9000\r\n\r\n{`, ' ', rejected, 'silenceMs'],
  ['sends its body chunk by chunk', `${login}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n', rejected, 'silenceMs'],
  [
    'continues to send an unwanted body',
    'POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 9000\r\n\r\n',
    ' ',
    /^HTTP\/1\.1 404 (?![\s\S]*HTTP\/1\.1)/,
    'silenceMs',
  ],
  [
    'asks once and stays',
    'GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n',
    '',
    /^HTTP\/1\.1 200 (?![\s\S]*HTTP\/1\.1)/,
    'requestMs',
  ],
  ['continues to send what is not HTTP', 'nonsense\r\n\r\n', 'x', rejected, 'requestMs'],
] as const)('a client that %s is disconnected', async (_name, first, again, expected, before) => {
  const startedAt = performance.now();
  const client = slowClient(first, again);
  let answer = '';
  client.on('data', (bytes) => {
    answer += bytes;
  });
  await once(client, 'connect');
  const other = await fetch(`${gatehouse.url}/healthz`, { headers: { Connection: 'close' } });
  expect(other.status).toBe(200);
  await allEnded();
  expect(answer).toMatch(expected);
  checkRawAnswers(first, answer);
  // By the intended time-out, and not by the next one.
  expect(performance.now() - startedAt).toBeLessThan(limits[before]);
});

test('a client that never reads its answers is disconnected', async () => {
  const client = slowClient('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
  client.pause();
  await once(client, 'connect');
  await allEnded();
});

test('connections above the maximum are closed, and the others continue', async () => {
  const first = slowClient('');
  await once(first, 'connect');
  const others = Array.from({ length: 12 }, () => slowClient(''));
  // The first one to be closed; the others time out later.
  await Promise.race(others.map((client) => once(client, 'end')));
  expect(await gatehouse.connections()).toBe(10);
  first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  await allEnded();
  expect((await fetch(`${gatehouse.url}/healthz`)).status).toBe(200);
});
