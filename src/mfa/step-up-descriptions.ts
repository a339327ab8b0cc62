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

/** What each operation does and who can call it, in the words of both APIs. */
export const stepUpOperations = {
  stepUp:
    'Proves again who the user is, and returns a new access token of the same session. The caller must be signed in, and sends a code, a passkey, or the password of an account without a second factor. A code or a passkey raises the session to the level `aal2`. The refresh token of the session stays valid, and the next access tokens of the session have the new level and time, too.',
  stepUpOptions: 'Returns what the user can use for `stepUp`. The caller must be signed in.',
} as const;

export const stepUpOptionTexts = {
  password: 'Whether the password is enough. It is enough for a user without a second factor.',
  factors: 'The second factors that the user can use. Empty for a user without a second factor.',
  passkeyOptions: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
} as const;
