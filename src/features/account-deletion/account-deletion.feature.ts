import { deletionMails } from '../../accounts/deletion/account-deletion.mails';
import { deletionPurposes } from '../../accounts/deletion/account-deletion.purposes';
import { accountDeletionSettings } from '../../accounts/deletion/account-deletion.settings';
import type { Feature } from '../../platform/feature';
import * as accountDeletion from './account-deletion.operations';

export const accountDeletionFeature = {
  settings: [accountDeletionSettings],
  operations: [accountDeletion],
  purposes: deletionPurposes,
  mails: deletionMails,
} satisfies Feature;
