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

export const resetEndedDescription = 'The number of sessions that ended, counted up to 1000.';
