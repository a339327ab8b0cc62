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

/** What each operation does and who can call it, in the words of both APIs. */
export const emailVerificationOperations = {
  sendEmailVerification:
    'Sends the e-mail again with which a user verifies the address. Anyone can call this operation, without an access token. The answer is the same for every address. An address without an account, or with a verified one, gets no e-mail. If such an e-mail was sent to the address within the last minute, Gatehouse sends no second one.',
  confirmEmail:
    'Verifies the e-mail address with the token or the code of an e-mail, and returns the user. The caller needs no access token. With `REGISTRATION=confirm`, this creates the account with the given password. With the first proof of an address, all sessions of the account end, except the one of an access token that the client sends, and pending changes, second factors and other tokens become invalid.',
} as const;
