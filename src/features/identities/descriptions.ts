/** The meaning of each field, for the descriptions of both APIs. */
export const providerDescriptions = {
  id: 'The id of the provider, for the other operations.',
  label: 'The name of the provider, for its button.',
  acceptsIdToken: 'Whether `loginWithIdToken` accepts its ID tokens.',
  url: 'Where the client sends the browser.',
  expiresIn: 'How long the person has time at the provider, in seconds.',
} as const;

export const identityDescriptions = {
  id: 'The id of the identity, a UUID.',
  provider: 'The id of the provider.',
  email: 'The address that the provider named when the identity was connected. Null if it named none.',
  createdTs: 'When the identity was connected.',
  lastUsedTs: 'The last sign-in with the identity. Null before the first one after the connection.',
} as const;
