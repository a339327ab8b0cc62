import path from 'node:path';
import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { examplePackages, testWith } from '../support/needs';
import { type SmsService, serviceSettings, smsSecret, startSms, twilioSettings } from '../support/sms';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

// How messages leave: to a service of the operator, and to Twilio.

const account = { email: 'ada@example.com', password: 'correct horse battery', firstName: 'Ada', lastName: 'Lovelace' };
const tel = '+41795551000';

let sms: SmsService;
let gatehouse: Gatehouse;
let jwt: string;
beforeEach(async () => {
  sms = await startSms();
});
afterEach(async () => {
  await gatehouse.stop();
  sms.stop();
});

async function start(settings: Record<string, string>) {
  gatehouse = await startGatehouse(settings);
  await restApi.register(gatehouse.url, account);
  await verifyAddress(gatehouse, account.email);
  jwt = String((await restApi.login(gatehouse.url, account)).jwt);
}
const send = async () => expect((await restApi.sendTelVerification(gatehouse.url, { tel }, jwt)).code).toBeNull();
const messages = () =>
  gatehouse.sql(
    `SELECT attempts, ended_ts IS NOT NULL AS "isOver", problem FROM messages WHERE channel = 'sms' ORDER BY id`,
  );
const untilState = (state: object) =>
  until(async () => {
    const all = await messages();
    return JSON.stringify(all.at(-1)) === JSON.stringify(state);
  });
/** As if the time of the next attempt had come. */
const tryAgain = async () => {
  await gatehouse.sql("UPDATE messages SET due_ts = now() WHERE channel = 'sms' AND due_ts IS NOT NULL");
  await gatehouse.sql("SELECT pg_notify('gatehouse_message', '')");
};
const failures = () =>
  gatehouse.sql(
    `SELECT details->>'reason' AS reason, details->>'channel' AS channel FROM audit_events WHERE action = 'message_failed'`,
  );

/** The official library, which a service would use. */
interface StandardWebhooks {
  Webhook: new (secret: string) => { verify(body: string, headers: Record<string, string>): unknown };
}

testWith('docs/examples')('a service gets signed webhooks, and each attempt of a message has the same id', async () => {
  const { Webhook } = require(path.join(examplePackages, 'standardwebhooks')) as StandardWebhooks;
  await start(serviceSettings(sms));
  sms.reply = { status: 503 };
  await send();
  await untilState({ attempts: 1, isOver: false, problem: 'rejected_later' });
  sms.reply = { status: 204 };
  await tryAgain();
  await untilState({ attempts: 2, isOver: true, problem: null });
  const [first, second] = sms.requests;
  for (const { body, headers } of sms.requests) {
    expect(new Webhook(smsSecret).verify(body, headers)).toEqual({
      type: 'sms.send',
      timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      data: { to: tel, text: expect.stringMatching(/^\d{6} is your code for Gatehouse\./) },
    });
  }
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);
  expect(second?.body).toBe(first?.body);
  expect(gatehouse.logged()).not.toContain(sms.code());
});

test('an error of a service that would be the same again is final, and super admins see it', async () => {
  await start(serviceSettings(sms));
  sms.reply = { status: 400 };
  await send();
  await untilState({ attempts: 1, isOver: true, problem: 'message_rejected' });
  expect(await failures()).toEqual([{ reason: 'message_rejected', channel: 'sms' }]);
  const { jwt: admin } = await loginSuperAdmin(gatehouse);
  const { result } = await restApi.messages(gatehouse.url, { state: 'failed' }, admin);
  expect(result?.nodes).toMatchObject([{ channel: 'sms', recipient: tel, template: 'verify_tel' }]);
});

test('a service that is away is tried again, and nothing is sent after the end of the code', async () => {
  await start(serviceSettings(sms));
  sms.stop();
  await send();
  await untilState({ attempts: 1, isOver: false, problem: 'unreachable' });
  await gatehouse.sql("UPDATE messages SET expires_ts = now() WHERE channel = 'sms'");
  await tryAgain();
  await untilState({ attempts: 2, isOver: true, problem: 'expired' });
});

test('a newer code replaces a message that waits', async () => {
  await start(serviceSettings(sms));
  sms.reply = { status: 503 };
  await send();
  await untilState({ attempts: 1, isOver: false, problem: 'rejected_later' });
  sms.reply = { status: 200 };
  await send();
  await untilState({ attempts: 1, isOver: true, problem: null });
  await tryAgain();
  await until(async () => (await messages())[0]?.problem === 'link_used');
  expect(sms.requests).toHaveLength(2);
});

test('Twilio gets its form', async () => {
  await start(twilioSettings(sms));
  await send();
  await untilState({ attempts: 1, isOver: true, problem: null });
  const [{ path: called, headers, body } = { path: '', headers: {}, body: '' }] = sms.requests;
  expect(called).toBe('/2010-04-01/Accounts/AC0123/Messages.json');
  expect(headers.authorization).toBe(`Basic ${Buffer.from('AC0123:t/ken').toString('base64')}`);
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    To: tel,
    From: '+41790000000',
    Body: expect.stringContaining('is your code for Gatehouse'),
  });
  expect(JSON.stringify(gatehouse.config)).not.toContain('ken@');
});

test.each([
  { reply: { status: 400, body: '{"code":21211}' }, isOver: true, problem: 'message_rejected' },
  { reply: { status: 401 }, isOver: true, problem: 'authentication' },
  { reply: { status: 429 }, isOver: false, problem: 'rejected_later' },
  { reply: { status: 503 }, isOver: false, problem: 'rejected_later' },
])('an answer $reply.status of Twilio: over $isOver', async ({ reply, ...state }) => {
  await start(twilioSettings(sms));
  sms.reply = reply;
  await send();
  await untilState({ attempts: 1, ...state });
});

test('a message to Twilio without an answer is never sent again', async () => {
  await start(twilioSettings(sms));
  sms.reply = 'silence';
  await send();
  await until(() => sms.requests.length === 1);
  // The connection breaks off: Twilio may have sent it.
  sms.stop();
  await untilState({ attempts: 1, isOver: true, problem: 'connection_lost' });
});
