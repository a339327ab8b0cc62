import { proofTexts } from '../one-time-tokens/descriptions';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import {
  type ChangeEmailField,
  type ConfirmEmailChangeField,
  changeEmailInput,
  confirmEmailChangeInput,
  type UndoEmailChangeField,
  undoEmailChangeInput,
} from './email-change.inputs';

export const changeEmailTexts = {
  email: {
    description:
      'The new e-mail address, with at most 254 characters. The part before the @ must be ASCII. Gatehouse removes white space around the address and keeps the rest as entered.',
    example: 'ada@example.org',
  },
  currentPassword: {
    description:
      'The current password of the account. A user with a second factor can leave it out, and must have used that factor in the last 5 minutes.',
    example: 'correct horse battery',
  },
} as const satisfies Record<ChangeEmailField, FieldText>;

export const confirmEmailChangeTexts = proofTexts satisfies Record<ConfirmEmailChangeField, FieldText>;

export const undoEmailChangeTexts = {
  token: {
    description: 'The token in the link of the e-mail to the old address: 64 characters.',
    example: proofTexts.token.example,
  },
} as const satisfies Record<UndoEmailChangeField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const emailChangeInputSchemas = {
  changeEmail: () => inputSchemaOf(changeEmailInput, changeEmailTexts),
  confirmEmailChange: () => inputSchemaOf(confirmEmailChangeInput, confirmEmailChangeTexts),
  undoEmailChange: () => inputSchemaOf(undoEmailChangeInput, undoEmailChangeTexts),
};
