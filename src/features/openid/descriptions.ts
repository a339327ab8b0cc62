/** The meaning of each field, for the descriptions of both APIs. */
export const appDescriptions = {
  id: 'The client id of the application.',
  name: 'The name of the application.',
  firstParty: 'Whether the application belongs to the operator, so that it needs no consent.',
  scopes: 'What the application may see: the scopes that the user has allowed, and those of its sessions.',
  connectedTs:
    'When the user has last allowed the application something. Without a consent, when its oldest session began.',
  lastUsedTs: 'The last use of a session of the application. Null if it has none.',
} as const;

/** The claims about a user, in the ID token and from the userinfo endpoint (OpenID Connect Core 1.0, section 5.1). */
export const claimDescriptions = {
  sub: 'The id of the user.',
  name: 'The first and the last name. With the scope `profile`, as the next four.',
  given_name: 'The first name.',
  family_name: 'The last name.',
  locale: 'The language. Missing if it is unknown.',
  updated_at: 'The last change of the account, in Unix seconds.',
  email: 'The e-mail address. With the scope `email`.',
  email_verified: 'Whether the e-mail address was verified.',
  phone_number: 'The phone number. With the scope `phone`. Missing if there is none.',
  phone_number_verified: 'Whether the phone number was verified.',
  roles: 'The names of the roles. With the scope `roles`.',
} as const;
