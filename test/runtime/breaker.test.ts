import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import path from 'node:path';
import { Breaker, type RequestEnd, saysAway } from '../../src/platform/runtime/breaker';

/** How a request to a server ends that does this with a connection. Null: nothing listens. */
async function endOf(act: ((socket: Socket) => void) | null): Promise<RequestEnd> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.once('data', () => act?.(socket));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  if (!act) server.close();
  try {
    const response = await fetch(`http://127.0.0.1:${port}/`, {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
      signal: AbortSignal.timeout(300),
    });
    await response.text();
    return response;
  } catch (error) {
    return { error };
  } finally {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
}

const answer =
  (status: number, head = '') =>
  (socket: Socket) =>
    void socket.write(`HTTP/1.1 ${status} Text\r\n${head}Content-Length: 0\r\n\r\n`);

test.each<[string, ((socket: Socket) => void) | null]>([
  ['nothing listens', null],
  ['no answer in time', () => {}],
  ['half an answer in time', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')],
  ['502', answer(502)],
  ['503', answer(503)],
  ['504', answer(504)],
])('it says that the service is away: %s', async (_name, act) => {
  expect(saysAway(await endOf(act))).toBe(true);
});

test.each<[string, (socket: Socket) => void]>([
  ['200', answer(200)],
  ['a redirect', answer(302, 'Location: http://127.0.0.1/\r\n')],
  ['429', answer(429, 'Retry-After: 60\r\n')],
  ['500', answer(500)],
  ['501', answer(501)],
  ['an answer 101', (socket) => void socket.write('HTTP/1.1 101 X\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n')],
  ['a head that is too large', (socket) => void socket.write(`HTTP/1.1 200 OK\r\nX: ${'a'.repeat(40_000)}\r\n\r\n`)],
  ['no HTTP', (socket) => void socket.write('SSH-2.0-OpenSSH\r\n\r\n')],
  ['a connection that breaks', (socket) => void socket.resetAndDestroy()],
  ['a connection that ends', (socket) => void socket.end()],
  ['half an answer', (socket) => void socket.end('HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{')],
])('one person can cause it, so it says nothing about the service: %s', async (_name, act) => {
  const end = await endOf(act);
  const breaker = new Breaker({ mostFailures: 1, pauseMs: 10_000 }, () => new Date());
  breaker.begin();
  breaker.end(end);
  expect(breaker.isOpen).toBe(false);
});

test('an answer closes the breaker, and a request that says nothing leaves it as it is', () => {
  let nowMs = 0;
  const breaker = new Breaker({ mostFailures: 2, pauseMs: 10_000 }, () => new Date(nowMs));
  expect([breaker.end({ status: 503 }), breaker.end(null), breaker.end({ status: 503 })]).toEqual([
    null,
    null,
    'opened',
  ]);
  expect(breaker.begin()).toBe(10);
  nowMs = 10_000;
  expect([breaker.begin(), breaker.begin()]).toEqual([0, 1]);
  expect([breaker.end(null), breaker.isOpen, breaker.begin()]).toEqual([null, true, 0]);
  expect([breaker.end({ status: 500 }), breaker.isOpen]).toEqual(['closed', false]);
});

test('no other code decides when a service is away', () => {
  const src = path.resolve(__dirname, '../../src');
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
    // Connections to the database are no requests of people.
    .filter((file) => /\.tsx?$/.test(file) && !/^(generated|platform\/db)\//.test(file));
  const texts = files.map((file) => ({ file, text: readFileSync(path.join(src, file), 'utf8') }));
  const matching = (pattern: RegExp) => texts.filter(({ text }) => pattern.test(text)).map(({ file }) => file);
  expect(matching(/InARow|pausedUntilMs/)).toEqual(['platform/runtime/breaker.ts']);
  expect(matching(/isDown|\b50[234]\b.*\b50[234]\b/)).toEqual(['platform/runtime/breaker.ts']);
  // Each breaker is fed with the ends of requests, which `end` classifies.
  for (const file of matching(/new Breaker\(/)) {
    expect({ file, feeds: matching(/\.breaker(?:Of\(url\))?\.end\(end\)/).includes(file) }).toEqual({
      file,
      feeds: true,
    });
  }
});
