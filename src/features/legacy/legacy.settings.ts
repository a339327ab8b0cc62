import { integer, oneOf, optional, serviceUrl, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('moving');

export const legacyUnknown = ['refuse', 'ask'] as const;

export const legacySettings = {
  legacyUrl: setting(
    'LEGACY_URL',
    optional(serviceUrl.transform((value) => value.replace(/\/+$/, ''))),
    'The old service, which is asked for each password that was imported as `legacy` at its first login (`POST /auth/login`).',
    { example: 'https://old.example.com' },
  ),
  legacyTimeoutMs: setting(
    'LEGACY_TIMEOUT',
    integer(100, 60_000).default(1500),
    'How long a login waits for the old service, in milliseconds. Then it gets 503. Together with `HASH_QUEUE_WAIT`, at most 2300 ms take effect.',
  ),
  legacyUnknown: setting(
    'LEGACY_UNKNOWN',
    oneOf(legacyUnknown).default('refuse'),
    '`ask`, only with `REGISTRATION=open`: the login of an address without an account asks the old service, and creates the account if the password is right; a registration registers there first.',
    {
      conflict: ({ LEGACY_UNKNOWN, LEGACY_URL, REGISTRATION = 'open' }) => {
        if (LEGACY_UNKNOWN !== 'ask') return null;
        if (LEGACY_URL === undefined) return 'cannot be ask without LEGACY_URL';
        return REGISTRATION === 'open' ? null : 'can only be ask with REGISTRATION=open';
      },
    },
  ),
};
