import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { readConfig } from '../../src/compose/config';
import { DroppedConnections } from '../../src/platform/http/dropped-connections';
import { createServer, type DrainableServer } from '../../src/platform/http/server';
import { createLog } from '../../src/platform/observability/log';
import { until } from '../support/until';

/** Connections of one machine have loopback addresses, so the tests replace the addresses that the server sees. */
let server: DrainableServer;
let addresses: string[];
const dropped: [string, string | null][] = [];

beforeEach(async () => {
  dropped.length = 0;
  server = createServer((_req, res) => res.end('here'), {
    maxConnections: 10,
    maxConnectionsPerAddress: 2,
    trustedNetworks: ['10.20.0.0/16', 'fd00:20::/48'],
    onDropped: (limit, ip) => dropped.push([limit, ip]),
  });
  server.prependListener('connection', (socket: Socket) => {
    Object.defineProperty(socket, 'remoteAddress', { value: addresses.shift() });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterEach(() => server.drain(0));

/** Returns the response on a new connection from this address, or null if the server closed the connection. */
async function from(address: string): Promise<{ answer: string | null; socket: Socket }> {
  addresses = [address];
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  // If the server closes the connection before it has read the request, the client gets an error first.
  socket.on('error', () => {});
  const answer = new Promise<string | null>((resolve) => {
    socket.once('data', (bytes) => resolve(String(bytes)));
    socket.once('close', () => resolve(null));
  });
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  return { answer: await answer, socket };
}
const served = expect.stringContaining('200 OK');

test.each([
  ['an IPv4 address', '203.0.113.7', '::ffff:203.0.113.7', '203.0.113.8'],
  ['an IPv6 /64', '2001:db8::1', '2001:db8::ffff:2', '2001:db8:0:1::1'],
])('%s has its share of the connections, until it closes one', async (_name, one, same, other) => {
  const [first] = [await from(one), await from(same)];
  expect((await from(one)).answer).toBeNull();
  expect((await from(same)).answer).toBeNull();
  expect((await from(other)).answer).toEqual(served);
  expect(dropped).toEqual([
    ['MAX_CONNECTIONS_PER_ADDRESS', one],
    ['MAX_CONNECTIONS_PER_ADDRESS', same],
  ]);
  first?.socket.end();
  await until(async () => (await from(one)).answer !== null);
});

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])('%s has no share: it is this machine', async (ip) => {
  const answers = [await from(ip), await from(ip), await from(ip)].map(({ answer }) => answer);
  expect(answers).toEqual([served, served, served]);
});

test.each(['10.20.0.7', '::ffff:10.20.0.7', 'fd00:20::7'])('%s has no share: it is a trusted backend', async (ip) => {
  const answers = [await from(ip), await from(ip), await from(ip)].map(({ answer }) => answer);
  expect(answers).toEqual([served, served, served]);
});

test('connections above MAX_CONNECTIONS are reported, too', async () => {
  for (let i = 0; i < 10; i += 1) await from('127.0.0.1');
  expect((await from('127.0.0.1')).answer).toBeNull();
  expect(dropped).toEqual([['MAX_CONNECTIONS', '127.0.0.1']]);
});

test('the log has one line a minute for each limit', () => {
  const lines: string[] = [];
  let now = 0;
  const log = createLog('info', {
    write(line: string) {
      lines.push(line);
    },
  });
  const connections = new DroppedConnections(log, () => now);
  for (let i = 0; i < 100; i += 1) connections.record('MAX_CONNECTIONS_PER_ADDRESS', '203.0.113.7');
  connections.record('MAX_CONNECTIONS', '203.0.113.8');
  now = 60_000;
  connections.record('MAX_CONNECTIONS_PER_ADDRESS', '203.0.113.9');
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { limit: 'MAX_CONNECTIONS_PER_ADDRESS', ip: '203.0.113.7', droppedBefore: 0 },
    { limit: 'MAX_CONNECTIONS', ip: '203.0.113.8', droppedBefore: 0 },
    { limit: 'MAX_CONNECTIONS_PER_ADDRESS', ip: '203.0.113.9', droppedBefore: 99 },
  ]);
  expect(connections.count('MAX_CONNECTIONS_PER_ADDRESS')).toBe(101);
});

test('behind a proxy, all clients have one address: there is no share', () => {
  expect(readConfig({ DATA_DIR: '.data' }).maxConnectionsPerAddress).toBe(500);
  expect(readConfig({ DATA_DIR: '.data', MAX_CONNECTIONS_PER_ADDRESS: '7' }).maxConnectionsPerAddress).toBe(7);
  expect(readConfig({ DATA_DIR: '.data', TRUST_PROXY: '1' }).maxConnectionsPerAddress).toBeNull();
});
