import { oneOf, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const mfaSettings = {
  mfa: setting(
    'MFA',
    oneOf(['optional', 'required']).default('optional'),
    'Whether every user must have a second factor. With `required`, two-step sign-in is on for everyone, and a user without a factor adds an authenticator app at the login.',
  ),
};
