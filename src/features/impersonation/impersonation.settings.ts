import { flag, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const impersonationSettings = {
  impersonationNotice: setting(
    'IMPERSONATION_NOTICE',
    flag.default(true),
    'Whether a user gets an e-mail when a super admin starts to act as the user.',
  ),
};
