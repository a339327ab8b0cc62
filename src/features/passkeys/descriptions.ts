import type { ListedPasskey } from '../mfa/passkey-factor';

// The descriptions of both APIs.

export const passkeyOptionsTexts = {
  request:
    'The options for `navigator.credentials.get`, as JSON. A browser reads them with `PublicKeyCredential.parseRequestOptionsFromJSON`.',
  creation:
    'The options for `navigator.credentials.create`, as JSON. A browser reads them with `PublicKeyCredential.parseCreationOptionsFromJSON`.',
  expiresIn: 'How long the options are valid, in seconds.',
} as const;

/** The meaning of each field of a passkey, for the descriptions of both APIs. */
export const passkeyDescriptions: Readonly<Record<keyof ListedPasskey, string>> = {
  id: 'The id of the passkey, a UUID.',
  credentialId:
    'The id of the passkey for browsers, in base64url. After a removal, the page passes it to `PublicKeyCredential.signalUnknownCredential`, so that the password manager forgets the passkey.',
  name: 'The name that the user has chosen, or the name of the password manager.',
  backedUp: 'Whether the passkey is synchronized between devices, or saved in another way.',
  createdTs: 'The time at which the passkey was added.',
  lastUsedTs: 'The time of the last login with the passkey. Null if it was never used.',
};
