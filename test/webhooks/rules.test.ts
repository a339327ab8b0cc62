import '../../src/compose/features';
import { auditActions } from '../../src/platform/audit/action';
import { insertEvents } from '../../src/platform/audit/audit-statement';
import { webhookEventTypes } from '../../src/platform/webhooks/event-type';
import { nextAttemptAt, webhookSchedule } from '../../src/platform/webhooks/retry-schedule';
import { formatWebhookSecret } from '../../src/platform/webhooks/standard-webhooks';
import { toWebhookBody } from '../../src/platform/webhooks/webhook';
import { WebhookAddresses } from '../../src/platform/webhooks/webhook-address';
import { answerText } from '../../src/platform/webhooks/webhook-deliveries';

test('an action of the audit without events says why, and each type of event has an action', () => {
  const sent = new Set<string>();
  const silent: string[] = [];
  for (const { name, event } of auditActions.all()) {
    if (typeof event === 'string') {
      expect(event).toMatch(/^.{10,}\.$/);
      silent.push(name);
    } else {
      for (const type of event.types) sent.add(type.name);
    }
  }
  expect([...sent].toSorted()).toEqual(webhookEventTypes.names().toSorted());
  // Every action that ends, opens or changes something of an account has an event.
  expect(silent.filter((name) => /^(user_|identity_(un)?linked|factor_(added|removed)|session_)/.test(name))).toEqual(
    [],
  );
});

test('without an endpoint, a statement has nothing of webhooks', () => {
  expect(insertEvents.text).not.toMatch(/webhook|\/\*/);
  const withEvents = insertEvents.variantFor({ events: { isOn: true } });
  expect(withEvents.text).toContain('INSERT INTO webhook_deliveries');
  expect(withEvents.name).not.toBe(insertEvents.name);
});

test('the body has ids and names in snake case, and nothing else', () => {
  const createdTs = new Date('2026-11-20T17:30:15.123Z');
  const data = { user_id: 'u', changed: ['firstName', 'is_super_admin'], email: 'ada@example.com' };
  expect(toWebhookBody({ type: 'user.updated', createdTs, data, isTest: false })).toBe(
    '{"type":"user.updated","timestamp":"2026-11-20T17:30:15.123Z","data":{"user_id":"u","changed":["first_name","is_super_admin"]}}',
  );
});

test('an example of each type has its data, and its body says that it is a test', () => {
  const createdTs = new Date('2026-11-20T17:30:15.123Z');
  for (const { name: type, example: data } of webhookEventTypes.all()) {
    const body = JSON.parse(toWebhookBody({ type, createdTs, data, isTest: true }));
    const { user_id = null, organization_id = user_id } = body.data;
    expect(body).toMatchObject({ type, test: true });
    expect(organization_id).toMatch(/^[0-9a-f-]{36}$/);
    expect(Object.keys(body.data).toSorted()).toEqual(Object.keys(data).toSorted());
  }
});

test('the stored answer has the beginning of the text, and no secret', () => {
  const secret = Buffer.alloc(32, 'gatehouse');
  const text = (answer: string | Buffer) => answerText(Buffer.from(answer), [secret]);
  expect([text(''), text('€ü'), text('a\0b')]).toEqual([null, '€ü', 'a\u{fffd}b']);
  // A character of three bytes is cut.
  expect(text('€'.repeat(400))).toBe('€'.repeat(341));
  const forms = [formatWebhookSecret(secret), secret.toString('base64url'), secret.toString('hex')];
  for (const form of forms) {
    expect(text(`env: ${form}.`)).toMatch(/^env: (whsec_)?\*{43,64}=?\.$/);
    // The end of the stored part cuts the secret.
    expect(text('x'.repeat(1000) + form)).toMatch(/^x{1000}(whsec_)?\*{18,24}$/);
  }
});

const names: Record<string, string[]> = {
  'public.example': ['93.184.216.34', '2606:4700::1111'],
  'private.example': ['10.0.0.1'],
  'both.example': ['93.184.216.34', '169.254.169.254'],
};
const resolve = async (name: string) => {
  const found = names[name];
  if (!found) throw new Error('ENOTFOUND');
  return found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
};
const strict = new WebhookAddresses([], resolve);
const listed = new WebhookAddresses(['127.0.0.0/8', '::1/128', '10.0.0.0/8', '198.18.0.0/15'], resolve);

test.each([
  ['https://shop.example.com/hooks?of=1', null, null],
  ['https://93.184.216.34/', null, null],
  ['https://10.0.0.1/', 'private', null],
  ['https://192.168.1.1/', 'private', 'private'],
  ['https://169.254.169.254/latest/meta-data/', 'private', 'private'],
  ['https://0.0.0.0/', 'private', 'private'],
  ['https://2130706433/', 'private', null],
  ['https://0x7f.1/', 'private', null],
  ['https://198.18.0.1/', 'private', null],
  ['https://100.64.0.1/', 'private', 'private'],
  ['https://[::]/', 'private', 'private'],
  ['https://[::1]/', 'private', null],
  ['https://[fe80::1]/', 'private', 'private'],
  ['https://[fc00::1]/', 'private', 'private'],
  ['https://[::ffff:10.0.0.1]/', 'private', null],
  ['https://[::127.0.0.1]/', 'private', 'private'],
  ['https://[64:ff9b::a00:1]/', 'private', 'private'],
  ['https://[2002:a00:1::]/', 'private', 'private'],
  ['https://[2606:4700::1111]/', null, null],
  ['http://127.0.0.1:4001/hooks', 'https', null],
  ['http://[::1]:4001/hooks', 'https', null],
  ['http://localhost/', 'https', 'https'],
  ['http://localhost./', 'https', 'https'],
  ['http://10.0.0.1/', 'https', 'https'],
  ['http://shop.example.com/', 'https', 'https'],
  ['ftp://shop.example.com/', 'https', 'https'],
  ['https://ada:secret@shop.example.com/', 'user', 'user'],
  ['https://shop.example.com/#a', 'fragment', 'fragment'],
  ['shop.example.com', 'https', 'https'],
  [`https://shop.example.com/${'a'.repeat(2000)}`, 'characters', 'characters'],
])('%s: %s without WEBHOOK_NETWORKS, %s with', (url, without, withThem) => {
  for (const [addresses, problem] of [
    [strict, without],
    [listed, withThem],
  ] as const) {
    const found = addresses.problemOf(url);
    if (problem === null) expect(found).toBeNull();
    else expect(found).toContain(problem);
  }
});

test('a name is sent to only if each of its addresses is allowed', async () => {
  expect(await strict.addressesOf(new URL('https://public.example/'))).toHaveLength(2);
  expect(await strict.addressesOf(new URL('https://private.example/'))).toBe('forbidden_address');
  expect(await listed.addressesOf(new URL('https://private.example/'))).toHaveLength(1);
  expect(await listed.addressesOf(new URL('https://both.example/'))).toBe('forbidden_address');
  expect(await strict.addressesOf(new URL('https://unknown.example/'))).toBe('unknown_host');
});

test('the attempts come later and later, and a receiver can ask for more time', () => {
  const now = new Date('2026-11-20T17:30:15.000Z');
  const delays = Array.from({ length: 10 }, (_, i) =>
    nextAttemptAt(webhookSchedule, { attempts: i + 1, now, retryAfter: null, random: 0 }),
  ).map((at) => at && (at.getTime() - now.getTime()) / 1000);
  expect(delays).toEqual([5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400, null]);
  const secondsWith = (retryAfter: string) => {
    const at = nextAttemptAt(webhookSchedule, { attempts: 1, now, retryAfter, random: 0 });
    return at && (at.getTime() - now.getTime()) / 1000;
  };
  expect(secondsWith('120')).toBe(120);
  expect(secondsWith('1')).toBe(5);
  expect(secondsWith('999999999')).toBe(86_400);
  expect(secondsWith('Fri, 20 Nov 2026 17:40:15 GMT')).toBe(600);
  expect(secondsWith('soon')).toBe(5);
});
