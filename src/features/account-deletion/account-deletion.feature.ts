import type { Feature } from '../../feature';
import * as accountDeletion from './account-deletion.operations';
import { accountDeletionSettings } from './account-deletion.settings';

export const accountDeletionFeature = {
  settings: [accountDeletionSettings],
  operations: [accountDeletion],
} satisfies Feature;
