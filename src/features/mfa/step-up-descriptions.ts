// The descriptions of both APIs.

export const stepUpOptionTexts = {
  password: 'Whether the password is enough for the level `aal1`. It is enough while two-step sign-in is off.',
  email:
    'Whether a code by mail is enough: for a user who has neither a password nor a second factor (`EMAIL_LOGIN=on`).',
  factors: 'The second factors that the user can use. Empty for a user without a second factor.',
  passkeyOptions: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
} as const;
