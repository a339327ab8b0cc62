import { integer, isServiceUrl, oneOf, optional, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('moving');

export const legacyUnknown = ['refuse', 'ask'] as const;

export const legacySettings = {
  legacyUrl: setting(
    'LEGACY_URL',
    optional(
      text
        .refine(isServiceUrl, 'must be an https:// URL without user, query or fragment (http:// only on this machine)')
        .transform((value) => value.replace(/\/+$/, '')),
    ),
    'The old service. It is asked for the passwords that were imported as `legacy`, at the first login of each account: `POST /auth/login` with the e-mail address and the password.',
    { example: 'https://old.example.com' },
  ),
  legacyTimeoutMs: setting(
    'LEGACY_TIMEOUT',
    integer(100, 60_000).default(1500),
    'How long a login waits for the old service, in milliseconds. Without an answer, the login gets 503. A login must end within 2.8 s, so at most 2300 ms take effect, and a login waits in the queue for hashing only for the rest of the 2300 ms, if `HASH_QUEUE_WAIT` is longer.',
  ),
  legacyUnknown: setting(
    'LEGACY_UNKNOWN',
    oneOf(legacyUnknown).default('refuse'),
    'What happens with an e-mail address that has no account. `refuse`: the old service is not asked, so import all accounts first. `ask`: a login asks the old service, and creates the account if the old service accepts the password. A registration registers at the old service first. Only with `REGISTRATION=open`.',
    {
      conflict: ({ LEGACY_UNKNOWN, LEGACY_URL, REGISTRATION = 'open' }) => {
        if (LEGACY_UNKNOWN !== 'ask') return null;
        if (LEGACY_URL === undefined) return 'cannot be ask without LEGACY_URL';
        return REGISTRATION === 'open' ? null : 'can only be ask with REGISTRATION=open';
      },
    },
  ),
};

export type LegacyUnknown = (typeof legacyUnknown)[number];
