import { randomBytes } from 'node:crypto';
import {
  createWebhookSecret,
  formatWebhookSecret,
  parseWebhookSecret,
  signWebhook,
} from '../../src/platform/webhooks/standard-webhooks';

/** From the tests of the libraries of Standard Webhooks. */
const known = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  sentAt: new Date(1_614_265_330_999),
  body: '{"test": 2432232314}',
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
};

test('the signature is that of the specification', () => {
  const secret = parseWebhookSecret(known.secret) ?? Buffer.alloc(0);
  expect(signWebhook(known, [secret])).toEqual({
    'webhook-id': known.id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': known.signature,
  });
  expect(signWebhook({ ...known, body: `${known.body} ` }, [secret])['webhook-signature']).not.toBe(known.signature);
});

test('two secrets make two signatures, in their order', () => {
  const secret = parseWebhookSecret(known.secret) ?? Buffer.alloc(0);
  const [first, second, ...more] = signWebhook(known, [randomBytes(32), secret])['webhook-signature'].split(' ');
  expect([second, more]).toEqual([known.signature, []]);
  expect(first).toMatch(/^v1,[\w+/]{43}=$/);
});

test('a secret is read as it is written, and nothing else is a secret', () => {
  const text = createWebhookSecret();
  expect(text).toMatch(/^whsec_[\w+/]{43}=$/);
  expect(formatWebhookSecret(parseWebhookSecret(text) ?? Buffer.alloc(0))).toBe(text);
  expect(createWebhookSecret()).not.toBe(text);
  const [short, long] = [23, 65].map((bytes) => formatWebhookSecret(randomBytes(bytes)));
  const wrong = ['', 'whsec_', text.slice(6), ` ${text}`, `${text}\n`, text.slice(0, -1), `whsec-${text.slice(6)}`];
  for (const one of [...wrong, short, long]) expect(parseWebhookSecret(one ?? '')).toBeNull();
});
