import type { Feature } from '../../platform/feature';
import * as accountDeletion from './account-deletion.operations';
import { accountDeletionSettings } from '../../accounts/deletion/account-deletion.settings';

export const accountDeletionFeature = {
  settings: [accountDeletionSettings],
  operations: [accountDeletion],
} satisfies Feature;
