import type { ChallengeFactor } from '../errors/app-error';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import {
  type CompleteLoginField,
  type ConfirmTotpField,
  completeLoginInput,
  confirmTotpInput,
  type EnrollTotpField,
  enrollTotpInput,
} from './mfa.inputs';

// The descriptions of both APIs.

export const factorCodeText =
  'A code of the authenticator application (6 digits), or a recovery code. White space makes no difference.';

const credentialId = 'x1Yc0vqk7uDqT2m8sLr5Aw';
const clientData = (type: string) =>
  Buffer.from(JSON.stringify({ type, challenge: 'S2lX…', origin: 'https://id.example.com' })).toString('base64url');

/** What a browser sends, abbreviated. */
export const passkeyAssertionExample = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: {
    clientDataJSON: clientData('webauthn.get'),
    authenticatorData: 'SZYN5YgOjGh0NBcPZHZgW4_krrmihjLHmVzzuoMdl2MFAAAAAQ',
    signature: 'MEUCIQDx7qk3bXkG5uW1m9dQvJx2rT8o',
    userHandle: 'AaH6_V1Hez6aUS8Mb32OkA',
  },
};
export const passkeyRegistrationExample = {
  id: credentialId,
  rawId: credentialId,
  type: 'public-key',
  response: {
    clientDataJSON: clientData('webauthn.create'),
    attestationObject: 'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViU',
    transports: ['internal', 'hybrid'],
  },
};

export const completeLoginTexts = {
  token: {
    description: 'The token of the challenge that the login returned.',
    example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
  },
  code: { description: `${factorCodeText} The client sends either a code or a passkey.`, example: '402913' },
  passkey: {
    description: 'The response of `navigator.credentials.get`, as JSON. The client sends either a code or a passkey.',
    example: passkeyAssertionExample,
  },
} as const satisfies Record<CompleteLoginField, FieldText>;

export const enrollTotpTexts = {
  currentPassword: {
    description:
      'The current password of the account. A user who has a second factor already can leave it out, and must have used that factor in the last 5 minutes.',
    example: 'correct horse battery',
  },
  token: {
    description:
      'The token of a challenge without factors (setting `MFA=required`). The caller then needs no access token and no password.',
    example: 'nJ3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uE',
  },
} as const satisfies Record<EnrollTotpField, FieldText>;

export const confirmTotpTexts = {
  code: { description: 'A code that the authenticator application shows now: 6 digits.', example: '402913' },
} as const satisfies Record<ConfirmTotpField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const mfaInputSchemas = {
  completeLogin: () => inputSchemaOf(completeLoginInput, completeLoginTexts),
  enrollTotp: () => inputSchemaOf(enrollTotpInput, enrollTotpTexts),
  confirmTotp: () => inputSchemaOf(confirmTotpInput, confirmTotpTexts),
};

export const factorNames: Readonly<Record<ChallengeFactor, string>> = {
  totp: 'A code of an authenticator application.',
  passkey: 'A passkey.',
  recovery_code: 'A recovery code. It stands for a lost second factor, once.',
};

export const challengeTexts = {
  challenge: 'How the client completes the login. Only with `MFA_REQUIRED`.',
  token: 'Names the login in `completeLogin`. It is valid for 5 minutes.',
  factors:
    'What the user can use. Empty if the user has no second factor and must add one: the client then calls `enrollTotp` with the token.',
  passkeyOptions: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
  expiresIn: 'How long the token is valid, in seconds.',
} as const;

export const factorTexts = {
  totp: 'Whether an authenticator application is a second factor.',
  passkeys: 'The passkeys of the user, oldest first.',
  recoveryCodes: 'The number of recovery codes that were not used.',
} as const;

export const totpTexts = {
  secret: 'The secret in base32, for an authenticator application into which the user types it.',
  uri: 'The secret as a URI. The client shows it as a QR code.',
} as const;

export const recoveryCodesText =
  'The recovery codes. Each replaces a lost second factor once. Gatehouse stores only hashes, so it cannot show them again. Empty if the user had a second factor before.';
