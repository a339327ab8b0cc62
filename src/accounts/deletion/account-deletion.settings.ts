import { integer, settingsOn } from '../../platform/config/setting';

const setting = settingsOn('accounts');

export const accountDeletionSettings = {
  deletionGraceDays: setting(
    'DELETION_GRACE_DAYS',
    integer(0, 90).default(14),
    'How many days after its deletion an account is erased. Until then, the link in an e-mail restores it.',
  ),
};
