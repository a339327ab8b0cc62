import { flag, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const emailLoginSettings = {
  emailLogin: setting(
    'EMAIL_LOGIN',
    flag.default(false),
    'Whether people can sign in with a code by mail, without their password.',
    { defaultText: 'off' },
  ),
};
