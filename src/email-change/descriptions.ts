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

/** What each operation does and who can call it, in the words of both APIs. */
export const emailChangeOperations = {
  changeEmail:
    'Asks for another e-mail address, and sends an e-mail with a link and a code to the new address. The caller must be signed in, and also sends the current password, or has used a second factor in the last 5 minutes. If the old address was verified, it gets an e-mail, too, and both must be confirmed. If the user has second factors, all at least 7 days old, only the new address confirms, and the old address then gets an e-mail with a link that restores it. Nothing changes before. The answer is the same if the new address has an account: it then gets no e-mail.',
  confirmEmailChange:
    'Confirms a change of the e-mail address with the token or the code of an e-mail. The caller needs no access token. When all e-mails are confirmed, the address changes, and all sessions end except the one that asked for the change.',
  undoEmailChange:
    'Restores the old e-mail address with the token of the e-mail that it got after a change. The caller needs no access token. All sessions and pending changes end, a deletion is cancelled, and the recovery codes are removed, together with the second factors that were added since the change was requested or less than 7 days before. The password is removed: Gatehouse sends an e-mail to set a new one.',
} as const;
