import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { checkWebhooks } from '../../src/doctor/webhooks-check';
import type { WebhookEndpoint } from '../../src/platform/webhooks/webhook';
import { WebhookAddresses } from '../../src/platform/webhooks/webhook-address';
import { WebhookSender } from '../../src/platform/webhooks/webhook-sender';

const now = new Date('2026-11-20T12:00:00Z');
const id = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';
let receiver: Server;
/** What the receiver does with a connection. By default nothing. */
let accept: (socket: import('node:net').Socket) => void;
let port: number;
const sent: Buffer[] = [];

beforeEach(async () => {
  sent.length = 0;
  accept = () => {};
  receiver = createServer((socket) => {
    socket.on('error', () => {}).on('data', (data) => sent.push(data));
    accept(socket);
  });
  await once(receiver.listen(0, '127.0.0.1'), 'listening');
  port = (receiver.address() as AddressInfo).port;
});
afterEach(() => receiver.close());

const endpoint = (changes: Partial<WebhookEndpoint> = {}): WebhookEndpoint => ({
  id,
  url: `http://127.0.0.1:${port}/hooks?key=4711`,
  types: ['user.created'],
  createdTs: now,
  disabledTs: null,
  disabledProblem: null,
  failingSinceTs: null,
  secretTs: now,
  previousUntilTs: null,
  ...changes,
});

async function check(endpoints: WebhookEndpoint[], { dueMs = 0, networks = ['127.0.0.0/8'] } = {}) {
  const addresses = new WebhookAddresses(networks, async (name) =>
    name.startsWith('known.') ? [{ address: '127.0.0.1', family: 4 }] : [],
  );
  const stores = {
    webhookEndpoints: { list: async () => endpoints },
    webhookDeliveries: { firstDue: async () => (dueMs > 0 ? new Date(now.getTime() - dueMs) : null) },
  };
  const results = await checkWebhooks(stores, new WebhookSender(addresses, 200), now);
  return results.map(({ verdict, says }) => `${verdict}: ${says}`);
}

test('without endpoints there is nothing to check', async () => {
  expect(await check([])).toEqual(['skipped: there is no webhook endpoint']);
});

test('an endpoint that accepts a connection is well, and gets no request', async () => {
  expect(await check([endpoint()])).toEqual(['ok: webhook endpoints that can be reached: 1']);
  expect(sent).toEqual([]);
});

test('an endpoint that a super admin has disabled is no problem, and is not connected to', async () => {
  let connections = 0;
  accept = () => {
    connections += 1;
  };
  expect(await check([endpoint({ disabledTs: now })])).toEqual(['skipped: all webhook endpoints are disabled']);
  expect(connections).toBe(0);
});

test.each([
  ['gone', 'because it answered with 410'],
  ['failing', 'because all attempts failed for five days'],
] as const)('an endpoint that Gatehouse has disabled: %s', async (disabledProblem, because) => {
  expect(await check([endpoint({ disabledTs: now, disabledProblem }), endpoint()])).toEqual([
    `warning: the webhook endpoint ${id} (127.0.0.1:${port}) was disabled, ${because}. When it works, run: gatehouse webhooks update ${id} --enable`,
  ]);
});

test('deliveries that have waited for long', async () => {
  expect(await check([endpoint()], { dueMs: 600_000 })).toEqual([expect.stringMatching(/^ok/)]);
  expect(await check([endpoint()], { dueMs: 601_000 })).toEqual([
    `warning: deliveries to the webhook endpoint ${id} (127.0.0.1:${port}) have been due for up to 601 s. See: gatehouse webhooks deliveries ${id}`,
  ]);
});

test('an address that the settings no longer allow', async () => {
  const failure = `gets nothing, because its address is not https:// or is private. Change it, or set WEBHOOK_NETWORKS`;
  for (const [url, host] of [
    [`http://127.0.0.1:${port}/`, `127.0.0.1:${port}`],
    ['https://10.1.2.3/', '10.1.2.3'],
    ['https://known.example.com/', 'known.example.com'],
  ]) {
    expect(await check([endpoint({ url: String(url) })], { networks: [] })).toEqual([
      `failure: the webhook endpoint ${id} (${host}) ${failure}`,
    ]);
  }
});

test('an endpoint that cannot be reached', async () => {
  const reasonOf = async (url: string) => (await check([endpoint({ url })]))[0]?.split('cannot be reached: ')[1];
  expect(await reasonOf('https://unknown.example.com/')).toBe('its name has no address');
  // The receiver says nothing, so TLS does not begin. The name is that of another address.
  expect(await reasonOf(`https://known.example.com:${port}/`)).toBe('no answer within 3000 ms');
  accept = (socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  expect(await reasonOf(`https://127.0.0.1:${port}/`)).toBe('its certificate is not valid');
  receiver.close();
  await once(receiver, 'close');
  expect(await reasonOf(`http://127.0.0.1:${port}/`)).toBe('no connection');
});
