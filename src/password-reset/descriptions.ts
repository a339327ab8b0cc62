import { passwordLength } from '../auth/descriptions';
import { proofTexts } from '../one-time-tokens/descriptions';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import { sessionsToEnd } from '../sessions/descriptions';
import {
  type ChangePasswordField,
  changePasswordInput,
  type RequestPasswordResetField,
  type ResetPasswordField,
  requestPasswordResetInput,
  resetPasswordInput,
} from './password-reset.inputs';

export const requestPasswordResetTexts = {
  email: {
    description: 'The e-mail address of the account. Upper and lower case make no difference.',
    example: 'ada@example.com',
  },
} as const satisfies Record<RequestPasswordResetField, FieldText>;

export const resetPasswordTexts = {
  ...proofTexts,
  password: {
    description: `The new password. ${passwordLength} Spaces count, also at the start and at the end.`,
    example: 'correct horse battery',
  },
} as const satisfies Record<ResetPasswordField, FieldText>;

export const changePasswordTexts = {
  currentPassword: {
    description: 'The current password of the account.',
    example: 'correct horse battery',
  },
  password: {
    description: `The new password. ${passwordLength} Spaces count, also at the start and at the end.`,
    example: 'a longer horse battery',
  },
  sessions: {
    description: 'Which sessions end. Without this field, all sessions except the session of this request end.',
    example: 'others',
    values: sessionsToEnd,
  },
} as const satisfies Record<ChangePasswordField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const passwordInputSchemas = {
  requestPasswordReset: () => inputSchemaOf(requestPasswordResetInput, requestPasswordResetTexts),
  resetPassword: () => inputSchemaOf(resetPasswordInput, resetPasswordTexts),
  changePassword: () => inputSchemaOf(changePasswordInput, changePasswordTexts),
};

/** What each operation does and who can call it, in the words of both APIs. */
export const passwordOperations = {
  requestPasswordReset:
    'Sends an e-mail with a link and a code to the address. With one of them, the user sets a new password. Anyone can call this operation, without an access token. The answer is the same for every address, so it does not say whether the address has an account. If such an e-mail was sent to the address within the last minute, Gatehouse sends no second one.',
  resetPassword:
    'Sets a new password with the token or the code of an e-mail. The caller needs no access token. All sessions of the account end, and the operation opens no session: the user logs in with the new password. The e-mail address is verified then. If it was never verified before, the second factors of the account are removed. Otherwise they stay, and the next login asks for them. The token of an invitation is accepted, too.',
  changePassword:
    'Sets a new password for the user of the access token, who also sends the current password. The caller must be signed in. A user with a second factor must have used it in the last 5 minutes. All other sessions end, unless the client chooses otherwise.',
} as const;

export const resetEndedDescription = 'The number of sessions that ended, counted up to 1000.';
