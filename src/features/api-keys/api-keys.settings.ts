import { flag, integer, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const apiKeysSettings = {
  apiKeys: setting(
    'API_KEYS',
    flag.default(false),
    'Whether users can create API keys, with which their programs act as them: see [Keys](../integrate/keys.md).',
    { defaultText: 'off' },
  ),
  apiKeyDays: setting('API_KEY_DAYS', integer(1, 3650).default(365), 'The longest life of an API key, in days.', {
    conflict: ({ API_KEYS, API_KEY_DAYS }) =>
      API_KEY_DAYS && !API_KEYS ? 'is set, but API_KEYS is not. Set API_KEYS=on as well' : null,
  }),
};
