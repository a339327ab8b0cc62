import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';

/** Clients that hold a connection and give nothing for it, against time-outs short enough to wait for. */
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

/** Says `first`, then `again` every 50 ms, and never ends the connection itself. */
function slowClient(first: string, again = ''): Socket {
  const client = connect({ port: gatehouse.port, host: '127.0.0.1', allowHalfOpen: true });
  clients.push(client);
  // What a closed connection says to who goes on writing.
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

const refused = /^HTTP\/1\.1 400 [\s\S]*"code":"MALFORMED_REQUEST"}$/;

test.each([
  ['never sends a byte', '', '', refused, 'requestMs'],
  ['sends its headers byte by byte', 'GET /healthz HTTP/1.1\r\nHost: x\r\nX: ', 'x', refused, 'requestMs'],
  ['sends headers without end', 'GET /healthz HTTP/1.1\r\nHost: x\r\n', 'X: x\r\n', refused, 'requestMs'],
  ['sends its body byte by byte', `${login}Content-Length: 9000\r\n\r\n{`, ' ', refused, 'silenceMs'],
  ['sends its body chunk by chunk', `${login}Transfer-Encoding: chunked\r\n\r\n`, '1\r\n \r\n', refused, 'silenceMs'],
  [
    'goes on sending a body that nobody wants',
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
  ['goes on sending what is no HTTP', 'nonsense\r\n\r\n', 'x', refused, 'requestMs'],
] as const)('who %s is cut off', async (_name, first, again, expected, before) => {
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
  // By the time-out that is meant, and not by the next.
  expect(performance.now() - startedAt).toBeLessThan(limits[before]);
});

test('who never reads its answers is cut off', async () => {
  const client = slowClient('GET /openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(1000));
  client.pause();
  await once(client, 'connect');
  await allEnded();
});

test('more connections than there may be are cut off, and those that there are go on', async () => {
  const first = slowClient('');
  await once(first, 'connect');
  const others = Array.from({ length: 12 }, () => slowClient(''));
  // The first to be cut off; the others run into a time-out later.
  await Promise.race(others.map((client) => once(client, 'end')));
  expect(await gatehouse.connections()).toBe(10);
  first.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
  expect(String(await once(first, 'data'))).toMatch(/^HTTP\/1\.1 200 /);
  await allEnded();
  expect((await fetch(`${gatehouse.url}/healthz`)).status).toBe(200);
});
