import { optional, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const usersSettings = {
  userFields: setting(
    'USER_FIELDS',
    optional(text),
    'A JSON file with further fields of your users. See [Add your own fields](../integrate/roles.md#add-your-own-fields).',
    { example: '/etc/gatehouse/user-fields.json' },
  ),
};
