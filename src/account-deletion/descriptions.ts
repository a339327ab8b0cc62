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

export const erasureDescription =
  'The time at which Gatehouse erases the account. Until then the account can be restored.';
