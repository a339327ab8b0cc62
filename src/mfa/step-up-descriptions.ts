import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import { factorCodeText, passkeyAssertionExample } from './descriptions';
import { type StepUpField, stepUpInput } from './step-up.inputs';

// The descriptions of both APIs.

const oneProof = 'The client sends exactly one of the three proofs.';

export const stepUpTexts = {
  password: {
    description: `The current password of the account. It is only accepted from a user without a second factor. ${oneProof}`,
    example: 'correct horse battery',
  },
  code: {
    description: `${factorCodeText} ${oneProof}`,
    example: '402913',
  },
  passkey: {
    description: `The response of \`navigator.credentials.get\`, as JSON. ${oneProof}`,
    example: passkeyAssertionExample,
  },
} as const satisfies Record<StepUpField, FieldText>;

/** The input in JSON Schema. It is a function, because only the OpenAPI document needs it. */
export const stepUpInputSchema = () => inputSchemaOf(stepUpInput, stepUpTexts);

export const stepUpOptionTexts = {
  password: 'Whether the password is enough. It is enough for a user without a second factor.',
  factors: 'The second factors that the user can use. Empty for a user without a second factor.',
  passkeyOptions: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
} as const;
