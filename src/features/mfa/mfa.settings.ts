import { oneOf, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const mfaSettings = {
  mfa: setting(
    'MFA',
    oneOf(['optional', 'required']).default('optional'),
    'With `required`, two-step sign-in is on for everyone, and a user without a second factor adds an authenticator app at the login.',
  ),
};
