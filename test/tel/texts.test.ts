import { TelNumbers } from '../../src/accounts/users/tel-numbers';
import { readConfig } from '../../src/compose/config';
import { smsWith } from '../../src/features/tel/sms-text';
import { ConfigError } from '../../src/platform/config/config-error';
import { parseTwilioUrl } from '../../src/platform/config/twilio-url';
import { locales } from '../../src/platform/request/locale';
import { smsSecret } from '../support/sms';

// The text of an SMS, the reading of numbers, and the settings.

/** 3GPP TS 23.038, without the characters that take two places. */
const gsm = /^[A-Za-z0-9 \n@£$¥èéùìòÇØøÅåÄÖÑÜäöñüà¿¡ß_!"#%&'()*+,\-./:;<=>?§]*$/;

test.each(locales)('an SMS in %s is one message, whatever the names of the installation are', (locale) => {
  const places = [
    { product: 'Gatehouse', host: 'id.example.com' },
    { product: 'Café’s “très grand” 商店 '.repeat(10), host: 'id.example.com' },
    { product: 'x'.repeat(200), host: `${'a'.repeat(63)}.${'b'.repeat(63)}.example.com` },
    { product: '', host: 'localhost' },
  ];
  for (const place of places) {
    const text = smsWith('123456', locale, place);
    expect(text.length).toBeLessThanOrEqual(160);
    expect(text).toMatch(gsm);
    expect(text.startsWith('123456 ')).toBe(true);
  }
  expect(smsWith('123456', locale, { product: 'Gatehouse', host: 'id.example.com' })).toMatch(
    / Gatehouse\..*\n@id\.example\.com #123456$/s,
  );
});

test('numbers are read as people write them, and others are none', () => {
  const numbers = new TelNumbers(readConfig({ SMS_URL: 'twilio://AC0123:t@/?from=x', SMS_COUNTRIES: 'CH,US' }).sms);
  const read = (text: string) => {
    const number = numbers.parse(text);
    return number && [number.e164, number.country, number.isMobile, number.prefix];
  };
  const ch = ['+41791234567', 'CH', true, '41 7912'];
  for (const text of ['+41 79 123 45 67', ' 079/123.45-67 ', '0041791234567']) {
    expect([text, read(text)]).toEqual([text, ch]);
  }
  expect(read('+1 212 555 2368')).toEqual(['+12125552368', 'US', true, '1 2125']);
  expect(read('+44 909 8790879')).toEqual(['+449098790879', 'GB', false, '44 9098']);
  for (const text of ['+882 16 1234567', '112', 'my office', '', '+41 79 123 45 67 x1']) expect(read(text)).toBeNull();
  expect(new TelNumbers({ url: null, countries: [] }).e164Of('+41791234567')).toBeNull();
  expect(() => new TelNumbers({ url: null, countries: ['CH', 'XX'] }).check()).toThrow(ConfigError);
});

test('the URL of Twilio can have a sender or a messaging service', () => {
  expect(parseTwilioUrl('twilio://AC0123:a%2Fb@/?service=MG1')).toEqual({
    origin: 'https://api.twilio.com',
    accountSid: 'AC0123',
    token: 'a/b',
    sender: { MessagingServiceSid: 'MG1' },
  });
  expect(parseTwilioUrl('twilio://AC0123:t@api.ie1.twilio.com/?from=%2B41')).toMatchObject({
    origin: 'https://api.ie1.twilio.com',
    sender: { From: '+41' },
  });
  const wrong = [
    'twilio://AC0123@/?from=x',
    'twilio://AC0123:t@/',
    'twilio://AC0123:t@/?to=x',
    'twilio://AC0123:%@/?from=x',
  ];
  for (const url of wrong) expect(parseTwilioUrl(url)).toBeNull();
});

test.each([
  [{ SMS_URL: 'https://example.com/sms' }, 'SMS_URL cannot be set without SMS_SECRET'],
  [{ SMS_URL: 'http://example.com/sms', SMS_SECRET: smsSecret }, /^SMS_URL must be an https/],
  [{ SMS_URL: 'twilio://AC0123:t@/?from=x', SMS_SECRET: smsSecret }, 'SMS_SECRET has no effect with Twilio. Remove it'],
  [{ SMS_COUNTRIES: 'CH' }, 'SMS_COUNTRIES has no effect without SMS_URL. Remove it'],
  [{ SMS_DAILY_BUDGET: '10' }, 'SMS_DAILY_BUDGET has no effect without SMS_URL. Remove it'],
  [{ SMS_URL: 'twilio://AC0123:t@/?from=x', SMS_COUNTRIES: 'all' }, /^SMS_COUNTRIES must be codes of countries/],
])('%j is rejected', (env: Record<string, string>, problem) => {
  try {
    readConfig(env);
    throw new Error('accepted');
  } catch (error) {
    const { problems } = error as ConfigError;
    expect(problems).toEqual([typeof problem === 'string' ? problem : expect.stringMatching(problem)]);
  }
});
