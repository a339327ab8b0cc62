import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { createServer, type DrainableServer } from '../../src/platform/http/server';
import { until } from '../support/until';

/** After a rejection the connection stays open for `lingerMs`, so that the client can read the rejection. */
let server: DrainableServer;
let port: number;
beforeAll(async () => {
  // Longer than any test.
  const lingerMs = 600_000;
  server = createServer((req, res) => req.on('end', () => res.end('answer')).resume(), {
    maxConnections: 10,
    lingerMs,
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.drain(0));

const request = 'POST / HTTP/1.1\r\nHost: x\r\n';
const rejected: [string, string][] = [
  ['what is no HTTP', 'nonsense\r\n\r\n'],
  ['what is no HTTP, behind an answer', `${request}\r\nnonsense\r\n\r\n`],
  ['a chunk that is none', `${request}Transfer-Encoding: chunked\r\n\r\nZ\r\n`],
  ['no Host', 'GET / HTTP/1.1\r\n\r\n'],
  ['two lengths', `${request}Content-Length: 0\r\nContent-Length: 1\r\n\r\n`],
  ['an unknown Expect', `${request}Expect: wonders\r\n\r\n`],
  ['CONNECT', 'CONNECT x:1 HTTP/1.1\r\nHost: x:1\r\n\r\n'],
];

/** Returns a client that has read its rejection up to the end of the stream. */
async function rejectedClient(sent: string): Promise<Socket> {
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  client.on('error', () => {});
  client.write(sent);
  let answer = '';
  client.on('data', (bytes) => {
    answer += bytes;
  });
  await once(client, 'end');
  expect(answer).toMatch(/HTTP\/1\.1 400 [\s\S]*"code":"MALFORMED_REQUEST"}$/);
  return client;
}

async function allClosed(): Promise<void> {
  const connections = promisify(server.getConnections.bind(server));
  await until(async () => (await connections()) === 0);
}

describe.each(rejected)('after %s', (_name, sent) => {
  test('a reset by the client closes the connection', async () => {
    (await rejectedClient(sent)).resetAndDestroy();
    await allClosed();
  });

  test('so does its end', async () => {
    (await rejectedClient(sent)).end();
    await allClosed();
  });

  test('further input of the client is read, so that the connection is not reset before the client has read the rejection', async () => {
    const client = await rejectedClient(sent);
    // More than the buffers of both sides hold.
    const isWritten = new Promise((resolve) => client.write(Buffer.alloc(32 * 1024 * 1024), resolve));
    expect(await isWritten).toBeFalsy();
    client.end();
    await allClosed();
  });
});
