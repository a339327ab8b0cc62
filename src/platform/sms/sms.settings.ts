import { Secret } from '../config/secret';
import { integer, isServiceUrl, list, optional, settingsOn, text, type Variables } from '../config/setting';
import { parseTwilioUrl } from '../config/twilio-url';
import { webhookSecret } from '../webhooks/webhooks.settings';

const setting = settingsOn('sms');

const smsUrl = optional(
  text
    .refine(
      (url) => isServiceUrl(url) || parseTwilioUrl(url) !== null,
      'must be an https:// URL without user, query or fragment (http:// only on this machine), or twilio://SID:TOKEN@/?from=… or ?service=…',
    )
    .transform((url) => new Secret(url)),
);

const countries = list.refine(
  (codes) => codes.every((code) => /^[A-Z]{2}$/.test(code)),
  'must be codes of countries (ISO 3166-1 alpha-2) such as CH,DE, separated by commas',
);

const needsUrl = ({ SMS_URL }: Variables) => (SMS_URL ? null : 'has no effect without SMS_URL. Remove it');
const isTwilio = (url: string | undefined) => url?.startsWith('twilio:') ?? false;

export const smsSettings = {
  sms: {
    url: setting('SMS_URL', smsUrl, 'What sends codes to [phone numbers](../operate/phone-numbers.md).', {
      example: 'https://backend.example.com/sms',
      conflict: ({ SMS_URL, SMS_SECRET }) =>
        SMS_URL && !isTwilio(SMS_URL) && !SMS_SECRET ? 'cannot be set without SMS_SECRET' : null,
    }),
    secret: setting('SMS_SECRET', optional(webhookSecret), 'Signs the requests to your service.', {
      example: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwzB1Y6Vn2qmE=',
      conflict: (given) => {
        if (!given.SMS_SECRET) return null;
        return isTwilio(given.SMS_URL) ? 'has no effect with Twilio. Remove it' : needsUrl(given);
      },
    }),
    countries: setting(
      'SMS_COUNTRIES',
      countries.default([]),
      'The countries whose mobile numbers get codes. Numbers without a country are of the first one.',
      { example: 'CH,DE,AT', conflict: (given) => (given.SMS_COUNTRIES ? needsUrl(given) : null) },
    ),
    dailyBudget: setting('SMS_DAILY_BUDGET', integer(1, 10_000_000).default(500), 'The most codes of a day (UTC).', {
      conflict: (given) => (given.SMS_DAILY_BUDGET ? needsUrl(given) : null),
    }),
  },
};

export interface SmsConfig {
  url: Secret | null;
  secret: Secret | null;
  countries: readonly string[];
  dailyBudget: number;
}
