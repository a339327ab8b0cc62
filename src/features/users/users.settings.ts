import { optional, settingsOn, text } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const usersSettings = {
  userFields: setting(
    'USER_FIELDS',
    optional(text),
    'A JSON file with the fields that your users have in addition. See [Add your own fields](../integrate/roles.md#add-your-own-fields).',
    { example: '/etc/gatehouse/user-fields.json' },
  ),
};
