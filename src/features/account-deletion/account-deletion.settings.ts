import { integer, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const accountDeletionSettings = {
  deletionGraceDays: setting(
    'DELETION_GRACE_DAYS',
    integer(0, 90).default(14),
    'How many days after its deletion an account can be restored with the link in an e-mail. Then it is erased.',
  ),
};
