import type { ChallengeFactor } from '../../platform/errors/app-error';

// The descriptions of both APIs.

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
