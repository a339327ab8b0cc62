import { type Gatehouse, startGatehouse } from '../support/gatehouse';
import { formTo, PageClient, pagePassword } from '../support/page-client';
import { type SmsService, serviceSettings, startSms } from '../support/sms';
import { until } from '../support/until';
import { verifyAddress } from '../support/verified-address';

// The pages: a person confirms a number, and a super admin ends the pause of a country.

let sms: SmsService;
let gatehouse: Gatehouse;
let off: Gatehouse;
beforeAll(async () => {
  sms = await startSms();
  gatehouse = await startGatehouse(serviceSettings(sms));
  off = await startGatehouse();
});
afterAll(async () => {
  await gatehouse.stop();
  await off.stop();
  sms.stop();
});

async function visitor(on = gatehouse) {
  const client = new PageClient(on);
  const { email } = await client.register();
  return { client, email };
}

test('a person confirms a number', async () => {
  const { client, email } = await visitor();
  expect((await client.get('/account')).links).toContain('/account/phone');
  expect((await client.get('/account/phone')).text).toContain('First confirm your e-mail address.');
  await verifyAddress(gatehouse, email);
  const page = await client.get('/account/phone');
  const wrong = await client.submit(page, '/account/phone', { tel: '+41446681800' });
  expect(wrong.text).toContain('Enter a mobile number of a country that gets codes here.');
  const tel = '+41 79 555 10 01';
  const waiting = await client.submit(wrong, '/account/phone', { tel });
  expect(waiting.text).toContain(`If ${tel} can get messages now, we’ve sent a code to it.`);
  await until(() => sms.requests.length === 1);
  const code = sms.code();
  const again = await client.submit(waiting, '/account/phone/code', { code: code === '000000' ? '000001' : '000000' });
  expect(again.text).toContain('That code isn’t right.');
  const done = await client.submit(again, '/account/phone/code', { code });
  expect(done.location).toBe('/account?done=phone');
  const account = await client.get('/account?done=phone');
  expect(account.text).toContain('Your phone number is confirmed.');
  expect(account.links).not.toContain('/account/phone');
});

test('nothing of it is there where it is off', async () => {
  const { client } = await visitor(off);
  expect((await client.get('/account')).links).not.toContain('/account/phone');
  expect((await client.get('/account/phone')).status).toBe(404);
});

test('a super admin sees the countries, and ends a pause', async () => {
  const { client, email } = await visitor();
  await verifyAddress(gatehouse, email);
  await gatehouse.sql(`UPDATE users SET is_super_admin = true WHERE email = '${email}'`);
  await gatehouse.sql('DELETE FROM tel_counts');
  await gatehouse.sql(
    "INSERT INTO tel_counts (day, country, sent, confirmed, silent, paused_until_ts) VALUES ((now() AT TIME ZONE 'UTC')::date, 'CH', 25, 5, 20, now() + interval '1 day'), ((now() AT TIME ZONE 'UTC')::date, 'DE', 4, 3, 0, NULL)",
  );
  await client.post('/login', { email, password: pagePassword });
  const page = await client.get('/console/mails');
  expect(page.text).toMatch(/Switzerland 25 20% Paused Until .* Send codes again Germany 4 75% Open/);
  expect(formTo(page, '/console/countries/CH')).toBeDefined();
  const { location } = await client.submit(page, '/console/countries/CH', {});
  expect(location).toBe('/console/mails?done=resumed');
  const resumed = await client.get('/console/mails?done=resumed');
  expect(resumed.text).toContain('Codes are sent to the country again.');
  expect(resumed.text).not.toContain('Paused');
});
