import { deletionMails } from '../../accounts/deletion/account-deletion.mails';
import { deletionPurposes } from '../../accounts/deletion/account-deletion.purposes';
import { accountDeletionSettings } from '../../accounts/deletion/account-deletion.settings';
import { deletionActions } from '../../accounts/deletion/deletion.audit';
import { deletionEvents } from '../../accounts/deletion/deletion.events';
import { deletionEnds, deletionReasons } from '../../accounts/deletion/deletion.reasons';
import type { Feature } from '../../platform/feature';
import { accountDeletionActions } from './account-deletion.audit';
import * as accountDeletion from './account-deletion.operations';

export const accountDeletionFeature = {
  settings: [accountDeletionSettings],
  operations: [accountDeletion],
  purposes: deletionPurposes,
  mails: deletionMails,
  actions: [deletionActions, accountDeletionActions],
  events: [deletionEvents],
  reasons: [deletionReasons],
  ends: [deletionEnds],
} satisfies Feature;
