import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { createServer, type DrainableServer } from '../../src/platform/http/server';
import { stopTimers } from '../support/limits';

const longMs = 600_000;
const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

let server: DrainableServer;
beforeEach(async () => {
  stopTimers();
  const handler: RequestListener = (_req, res) => res.end('served');
  server = createServer(handler, { maxConnections: 100 });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterEach(async () => {
  jest.useRealTimers();
  server.closeAllConnections();
  server.close();
});

async function open(): Promise<Socket> {
  const accepted = once(server, 'connection');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  await Promise.all([once(socket, 'connect'), accepted]);
  return socket;
}

/** Sends a request and returns the response. */
async function send(socket: Socket): Promise<string> {
  socket.write(request);
  const [chunk] = await once(socket, 'data');
  return String(chunk);
}

async function untilClosed(): Promise<void> {
  while (server.listening) await new Promise(setImmediate);
}

test('before a stop, a connection is kept; while the server drains, each connection ends with its next response', async () => {
  const kept = await open();
  expect(await send(kept)).toContain('Connection: keep-alive');
  const drained = server.drain(longMs, longMs);
  const ended = once(kept, 'end');
  const answer = await send(kept);
  expect(answer).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close[\s\S]*served$/);
  await ended;
  expect(await send(await open())).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close/);
  jest.advanceTimersByTime(longMs);
  await drained;
  expect(server.listening).toBe(false);
});

test('a connection that was opened before the server stopped to accept connections can still send its request', async () => {
  const opened = await open();
  const drained = server.drain(longMs);
  jest.advanceTimersByTime(0);
  await untilClosed();
  expect(await send(opened)).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close/);
  await drained;
});

test('a connection that waits to be accepted when the server stops to accept connections is served', async () => {
  const drained = server.drain(longMs, longMs);
  const waiting = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // The system connects it now, and the server accepts it in the next turn of the event loop.
  await new Promise(process.nextTick);
  jest.advanceTimersByTime(longMs);
  expect(await send(waiting)).toMatch(/^HTTP\/1.1 200 [\s\S]*Connection: close/);
  await drained;
});

test('a connection without a request is closed soon, and an idle one immediately', async () => {
  const [silent, idle] = [await open(), await open()];
  await send(idle);
  const drained = server.drain(longMs);
  const closed = Promise.all([once(silent, 'close'), once(idle, 'close')]);
  jest.advanceTimersByTime(0);
  await untilClosed();
  jest.advanceTimersByTime(500);
  await closed;
  await drained;
});

test('a request that has arrived, but was not read yet, is served when silent connections are closed', async () => {
  const late = await open();
  const drained = server.drain(longMs);
  jest.advanceTimersByTime(0);
  await untilClosed();
  const answer = send(late);
  // The system has the request, and the event loop has not had a turn since.
  await new Promise(process.nextTick);
  jest.advanceTimersByTime(500);
  expect(await answer).toMatch(/^HTTP\/1.1 200 /);
  await drained;
});
