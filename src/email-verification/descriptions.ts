import { passwordLength } from '../auth/descriptions';
import { proofTexts } from '../one-time-tokens/descriptions';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import {
  type ConfirmEmailField,
  confirmEmailInput,
  type SendEmailVerificationField,
  sendEmailVerificationInput,
} from './email-verification.inputs';

export const sendEmailVerificationTexts = {
  email: {
    description: 'The e-mail address to verify. Upper and lower case make no difference.',
    example: 'ada@example.com',
  },
} as const satisfies Record<SendEmailVerificationField, FieldText>;

export const confirmEmailTexts = {
  ...proofTexts,
  password: {
    description: `The password of the account that this creates. Required with \`REGISTRATION=confirm\`, because anyone can have sent the password of the registration. ${passwordLength} Spaces count, also at the start and at the end.`,
    example: 'correct horse battery',
  },
} as const satisfies Record<ConfirmEmailField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const emailVerificationInputSchemas = {
  sendEmailVerification: () => inputSchemaOf(sendEmailVerificationInput, sendEmailVerificationTexts),
  confirmEmail: () => inputSchemaOf(confirmEmailInput, confirmEmailTexts),
};
