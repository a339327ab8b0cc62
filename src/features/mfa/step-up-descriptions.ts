// The descriptions of both APIs.

export const stepUpOptionTexts = {
  password: 'Whether the password is enough. It is enough for a user without a second factor.',
  factors: 'The second factors that the user can use. Empty for a user without a second factor.',
  passkeyOptions: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
} as const;
