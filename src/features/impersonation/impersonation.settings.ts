import { flag, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const impersonationSettings = {
  impersonationNotice: setting(
    'IMPERSONATION_NOTICE',
    flag.default(true),
    'Whether users get an e-mail when a super admin acts as them.',
  ),
};
