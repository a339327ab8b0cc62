// The descriptions of both APIs.

export const factorTexts = {
  twoStep: 'Whether two-step sign-in is on: a login with the password needs a second factor, too.',
  totp: 'Whether an authenticator app is a second factor.',
  passkeys: 'The passkeys of the user, oldest first.',
  recoveryCodes: 'The number of recovery codes that were not used.',
} as const;

export const totpTexts = {
  secret: 'The secret in base32, for an authenticator app into which the user types it.',
  uri: 'The secret as a URI. The client shows it as a QR code.',
} as const;

export const recoveryCodesText =
  'The recovery codes. Each replaces a lost second factor once. Gatehouse stores only hashes, so it cannot show them again. Empty if the operation has created none.';

export const renewedJwtText =
  'A new access token of the same session. Its level is `aal2` if the new factor has raised the session. The refresh token of the session stays valid.';
