// The descriptions of both APIs.

export const stepUpOptionTexts = {
  password:
    'Whether the password is enough for the level `aal1`. It is enough while two-step sign-in is off, but not in the first hour after a login from a network that the account does not know.',
  email:
    'Whether the user should prove the mailbox with a code (`requestStepUpCode`): without a second factor, if there is no password either, or in the first hour after a login from a network that the account does not know.',
  codeToken: 'Stays in the client that has asked. The e-mail does not have it.',
  codeExpiresIn: 'How long the code is valid, in seconds.',
  factors: 'The second factors that the user can use. Empty for a user without a second factor.',
  passkeyOptions: 'The options for `navigator.credentials.get`, as JSON. Null if the user has no passkey.',
} as const;
