import { oneOf, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const emailVerificationSettings = {
  registration: setting(
    'REGISTRATION',
    oneOf(['open', 'confirm', 'closed']).default('open'),
    'Who can register. `open`: everyone. `confirm`: the account exists when the user has used the link in an e-mail and set a password, and no answer says whether an address has an account. `closed`: only an operator creates accounts.',
  ),
  emailVerification: setting(
    'EMAIL_VERIFICATION',
    oneOf(['optional', 'required']).default('optional'),
    'Whether a user must verify the e-mail address before the first login.',
  ),
};

export type RegistrationMode = 'open' | 'confirm' | 'closed';
