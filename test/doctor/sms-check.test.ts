import { readConfig } from '../../src/compose/config';
import { checkSms, sendTestSms } from '../../src/doctor/sms-check';
import { serviceSettings, startSms, twilioSettings } from '../support/sms';

const now = new Date('2026-11-20T12:00:00.000Z');
const counts = (sent: number, paused: string[] = []) => ({
  list: async () => paused.map((country) => ({ country, sent: 20, confirmed: 0, pausedUntilTs: now })),
  sentToday: async () => sent,
});
const twilio = 'twilio://AC0123:t@/?from=x';

test.each([
  [{}, counts(0), 'skipped', /SMS_URL is not set/],
  [{ SMS_URL: twilio }, counts(0), 'warning', /SMS_COUNTRIES is not set/],
  [{ SMS_URL: twilio, SMS_COUNTRIES: 'CH' }, counts(399), 'ok', /today: 399 of 500/],
  [{ SMS_URL: twilio, SMS_COUNTRIES: 'CH' }, counts(400), 'warning', /today: 400 of 500/],
  [{ SMS_URL: twilio, SMS_COUNTRIES: 'CH' }, counts(0, ['CH', 'DE']), 'warning', /confirmed in CH, DE/],
])('with %j', async (env: Record<string, string>, telCounts, verdict, says) => {
  expect(await checkSms(readConfig(env), telCounts, now)).toMatchObject({ verdict, says: expect.stringMatching(says) });
});

test('a test message is sent to a number, and an error of the service is named', async () => {
  const sms = await startSms();
  const config = readConfig(serviceSettings(sms));
  expect(await sendTestSms(config, '079 555 10 01')).toMatchObject({ verdict: 'ok' });
  expect(sms.messages()).toEqual([{ to: '+41795551001', text: 'This is a test message of Gatehouse.' }]);
  expect((await sendTestSms(config, 'my phone')).says).toBe('my phone is no phone number');
  sms.reply = { status: 401 };
  expect((await sendTestSms(readConfig(twilioSettings(sms)), '+41795551001')).says).toBe(
    'The service of SMS_URL rejected the user or the password. (401) Check SMS_URL',
  );
  expect((await sendTestSms(readConfig({}), '+41795551001')).verdict).toBe('failure');
  sms.stop();
});
