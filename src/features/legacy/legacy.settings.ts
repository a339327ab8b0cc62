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
    'The old service, which is asked for each password that was imported as `legacy` at its first login (`POST /auth/login`).',
    { example: 'https://old.example.com' },
  ),
  legacyTimeoutMs: setting(
    'LEGACY_TIMEOUT',
    integer(100, 60_000).default(1500),
    'How long a login waits for the old service, in milliseconds. Without an answer, the login gets 503. At most 2300 ms take effect, together with `HASH_QUEUE_WAIT`, because a login must end within 2.8 s.',
  ),
  legacyUnknown: setting(
    'LEGACY_UNKNOWN',
    oneOf(legacyUnknown).default('refuse'),
    'What happens with an e-mail address that has no account. `refuse`: nothing, so import all accounts first. `ask`: a login asks the old service, and creates the account if the password is right; a registration registers there first. Only with `REGISTRATION=open`.',
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
