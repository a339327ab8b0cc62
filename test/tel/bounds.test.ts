import { restApi } from '../support/apis';
import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { withLimits } from '../support/limits';
import { type SmsService, serviceSettings, startSms } from '../support/sms';
import { loginSuperAdmin } from '../support/super-admin';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

// What bounds the bill of somebody who asks for codes to be paid for them.

const password = 'correct horse battery';

let sms: SmsService;
let gatehouse: Gatehouse;
beforeEach(async () => {
  sms = await startSms();
});
afterEach(async () => {
  await gatehouse.stop();
  sms.stop();
});

let people = 0;
async function person() {
  people += 1;
  const email = `ada.${people}@example.com`;
  await restApi.register(gatehouse.url, { email, password, firstName: 'Ada', lastName: 'Lovelace' });
  await verifyAddress(gatehouse, email);
  return String((await restApi.login(gatehouse.url, { email, password })).jwt);
}
let numbers = 1000;
const newNumber = (start = '+4179555') => {
  numbers += 1;
  return `${start}${numbers}`;
};
const send = (jwt: string, tel: string) => restApi.sendTelVerification(gatehouse.url, { tel }, jwt);
/** Of those that were sent. A code that a newer one replaces before that is counted and not sent. */
const sentTo = async (start: string) =>
  (
    await gatehouse.sql(
      `SELECT 1 FROM messages WHERE channel = 'sms' AND recipient LIKE '${start}%' AND problem IS NULL AND attempts = 1`,
    )
  ).length;
const reasons = async () =>
  (
    await gatehouse.sql(
      `SELECT details->>'reason' AS reason FROM audit_events WHERE action = 'tel_verification_requested' ORDER BY id`,
    )
  ).map(({ reason }) => reason);
/** To whom the mail about an attack went. */
const alerted = async () =>
  (await gatehouse.mails()).filter(({ subject }) => subject.startsWith('Look at the text')).map(({ to }) => to);
const counts = async () => gatehouse.sql('SELECT country, sent, confirmed, silent FROM tel_counts ORDER BY country');
const untilEnded = () =>
  until(
    async () => (await gatehouse.sql("SELECT 1 FROM messages WHERE channel = 'sms' AND ended_ts IS NULL")).length === 0,
  );

test('a country of silent numbers pauses after 20, with the same answer, and a super admin goes on', async () => {
  gatehouse = await startGatehouse(serviceSettings(sms));
  const root = await loginSuperAdmin(gatehouse);
  await verifyAddress(gatehouse, root.email);
  const jwt = await person();
  for (let i = 0; i < 23; i += 1) expect(await send(jwt, newNumber())).toMatchObject({ success: true, expiresIn: 600 });
  expect((await send(jwt, newNumber('+491512345'))).code).toBeNull();
  await untilEnded();
  const before = await sentTo('+41');
  expect(before).toBeLessThanOrEqual(20);
  expect(await sentTo('+49')).toBe(1);
  expect(await reasons()).toEqual([
    ...Array.from({ length: 20 }, () => null),
    ...Array.from({ length: 3 }, () => 'paused country'),
    null,
  ]);
  // What was not sent is no code.
  expect((await restApi.confirmTel(gatehouse.url, { code: '000000' }, jwt)).attemptsLeft).toBe(4);
  expect(await alerted()).toEqual([root.email]);

  const countries = async () => (await restApi.telCountries(gatehouse.url, root.jwt)).result;
  expect(await countries()).toMatchObject([
    { country: 'CH', sent: 20, confirmed: 0, pausedUntilTs: expect.any(String) },
    { country: 'DE', sent: 1, confirmed: 0, pausedUntilTs: null },
  ]);
  const resume = () => restApi.resumeTelCountry(gatehouse.url, { country: 'CH' }, root.jwt);
  expect([(await resume()).code, (await resume()).code]).toEqual([null, 'NOT_FOUND']);
  await send(jwt, newNumber());
  await untilEnded();
  expect(await sentTo('+41')).toBe(before + 1);
  expect(await countries()).toMatchObject([{ country: 'CH', sent: 21 }, { country: 'DE' }]);
});

test('of codes at the same time, no more than 20 to a silent country are sent', async () => {
  gatehouse = await startGatehouse(serviceSettings(sms));
  const people = [await person(), await person(), await person(), await person()];
  await Promise.all(Array.from({ length: 40 }, (_, i) => send(String(people[i % 4]), newNumber())));
  expect(await counts()).toEqual([{ country: 'CH', sent: 20, confirmed: 0, silent: 20 }]);
});

test('a country in which a fifth is confirmed does not pause, and confirmations end a pause', async () => {
  gatehouse = await startGatehouse(serviceSettings(sms));
  const jwt = await person();
  const confirmed = async () => {
    const tel = newNumber();
    await send(jwt, tel);
    // Messages arrive in any order.
    await until(() => sms.code(tel) !== '');
    expect((await restApi.confirmTel(gatehouse.url, { code: sms.code(tel) }, jwt)).code).toBeNull();
  };
  for (let i = 0; i < 30; i += 1) {
    if (i % 5 === 4) await confirmed();
    else await send(jwt, newNumber());
  }
  expect(await counts()).toEqual([{ country: 'CH', sent: 30, confirmed: 6, silent: 0 }]);
  // The last code of those that pause it is confirmed.
  for (let i = 0; i < 19; i += 1) await send(jwt, newNumber());
  await confirmed();
  expect(await counts()).toEqual([{ country: 'CH', sent: 50, confirmed: 7, silent: 15 }]);
  await confirmed();
});

test('the budget of a day holds over all countries, and a day is one of UTC', async () => {
  gatehouse = await startGatehouse({ ...serviceSettings(sms), SMS_DAILY_BUDGET: '10' });
  const root = await loginSuperAdmin(gatehouse);
  await verifyAddress(gatehouse, root.email);
  const people = [await person(), await person()];
  const starts = ['+4179555', '+491512345'];
  await Promise.all(
    Array.from({ length: 24 }, (_, i) => send(String(people[i % 2]), newNumber(String(starts[i % 2])))),
  );
  await untilEnded();
  const sent = (await sentTo('+41')) + (await sentTo('+49'));
  expect(sent).toBeLessThanOrEqual(10);
  expect((await counts()).reduce((sum, { sent }) => sum + Number(sent), 0)).toBe(10);
  expect((await reasons()).filter((reason) => reason === 'spent SMS budget')).toHaveLength(14);
  // At 80 %, once.
  expect(await alerted()).toEqual([root.email]);
  await gatehouse.sql('UPDATE tel_counts SET day = day - 1');
  await send(String(people[0]), newNumber());
  await untilEnded();
  expect((await sentTo('+41')) + (await sentTo('+49'))).toBe(sent + 1);
});

test('each limit has its counts, whoever asks, and a rejected request counts for none', async () => {
  gatehouse = await startGatehouse({
    ...serviceSettings(sms),
    ...withLimits(),
    RATE_LIMIT_TEL_NUMBER_PAUSE: 'off',
    RATE_LIMIT_TEL_NUMBER: '2/86400',
    RATE_LIMIT_TEL_ACCOUNT: '3/86400',
    RATE_LIMIT_TEL_NETWORK: '6/86400',
    RATE_LIMIT_TEL_PREFIX: '5/3600',
  });
  const [ada, eve, bob] = [await person(), await person(), await person()];
  const limitOf = async (jwt: string, tel: string) => (await send(jwt, tel)).limit;
  const shared = newNumber();
  // Ada has signed in from this network, which so is a known one.
  expect([await limitOf(ada, shared), await limitOf(eve, shared)]).toEqual([null, null]);
  expect([await limitOf(ada, shared), await limitOf(bob, shared)]).toEqual(['TEL_NUMBER', 'TEL_NUMBER']);
  expect([await limitOf(ada, newNumber()), await limitOf(ada, newNumber())]).toEqual([null, null]);
  expect(await limitOf(ada, newNumber())).toBe('TEL_ACCOUNT');
  expect([await limitOf(eve, newNumber()), await limitOf(eve, newNumber())]).toEqual([null, 'TEL_PREFIX']);
  expect([await limitOf(bob, newNumber('+4179777')), await limitOf(bob, newNumber('+4179777'))]).toEqual([
    null,
    'TEL_NETWORK',
  ]);
});

test('a number gets one code a minute', async () => {
  gatehouse = await startGatehouse({ ...serviceSettings(sms), ...withLimits() });
  const jwt = await person();
  const tel = newNumber();
  expect((await send(jwt, tel)).code).toBeNull();
  const again = await send(jwt, tel);
  expect(again).toMatchObject({ code: 'RATE_LIMITED', limit: 'TEL_NUMBER_PAUSE' });
  expect(again.retryAfter).toBeLessThanOrEqual(60);
});
