import { proofTexts } from '../one-time-tokens/descriptions';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import {
  type CancelDeletionField,
  cancelDeletionInput,
  type DeleteAccountField,
  deleteAccountInput,
} from './account-deletion.inputs';

export const deleteAccountTexts = {
  currentPassword: {
    description:
      'The current password of the account. A user with a second factor can leave it out, and must have used that factor in the last 5 minutes.',
    example: 'correct horse battery',
  },
} as const satisfies Record<DeleteAccountField, FieldText>;

export const cancelDeletionTexts = {
  token: { description: 'The token in the link of the e-mail: 64 characters.', example: proofTexts.token.example },
} as const satisfies Record<CancelDeletionField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const accountDeletionInputSchemas = {
  deleteAccount: () => inputSchemaOf(deleteAccountInput, deleteAccountTexts),
  cancelDeletion: () => inputSchemaOf(cancelDeletionInput, cancelDeletionTexts),
};

/** What each operation does and who can call it, in the words of both APIs. */
export const accountDeletionOperations = {
  deleteAccount:
    'Deletes the account of the user. The caller must be signed in, and also sends the current password, or has used a second factor in the last 5 minutes. All sessions end. For 14 days (setting `DELETION_GRACE_DAYS`), the user can restore the account with the link in an e-mail. Then Gatehouse erases the account, and the address can be registered again. The last super admin cannot be deleted.',
  cancelDeletion:
    'Restores a deleted account with the token of the e-mail. The caller needs no access token. Afterwards the user can log in again.',
} as const;

export const erasureDescription =
  'The time at which Gatehouse erases the account. Until then the account can be restored.';
