import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { WebhookSender } from '../../src/platform/webhooks/webhook-sender';

/** A receiver that answers each request with bytes of its choice, and then keeps the connection open. */
let receiver: Server;
let answer = '';
/** Whether it closes the connection after these bytes. */
let closes = false;
const sockets = new Set<Socket>();

beforeAll(async () => {
  receiver = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.once('data', () => (closes ? socket.end(answer) : socket.write(answer)));
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  receiver.close();
});

const addresses = {
  problemOf: () => null,
  addressesOf: async () => [{ address: '127.0.0.1', family: 4 as const }],
};

async function send(text: string, end = false) {
  answer = text;
  closes = end;
  const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`;
  const sender = new WebhookSender(addresses, 3000);
  return sender.send({ url, headers: {}, body: '{}' }, new AbortController().signal);
}

test.each([
  ['with an upgrade', 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'],
  ['without an upgrade', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  [
    'with data behind it',
    'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\nHTTP/1.1 200 OK\r\n',
  ],
])('an answer 101 %s is a failure at once, and the connection is closed', async (_name, text) => {
  expect(await send(text)).toEqual({ problem: 'status', status: 101, retryAfter: null, answer: Buffer.alloc(0) });
  const [socket] = sockets;
  if (socket) await once(socket, 'close');
  expect(sockets.size).toBe(0);
});

test('interim answers (RFC 9110, section 15.2) come before the final one', async () => {
  const interim = 'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n';
  expect(await send(`${interim}HTTP/1.1 204 No Content\r\n\r\n`)).toMatchObject({ problem: null, status: 204 });
});

test('the status of an answer that breaks off decides', async () => {
  const answered = await send('HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\nthe beginning', true);
  expect(answered).toEqual({ problem: null, status: 200, retryAfter: null, answer: Buffer.from('the beginning') });
});
