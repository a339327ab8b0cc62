/** The claims about a user, in the ID token and from the userinfo endpoint (OpenID Connect Core 1.0, section 5.1). */
export const claimDescriptions = {
  sub: 'The id of the user.',
  name: 'The first and the last name. With the scope `profile`, as the next five.',
  given_name: 'The first name.',
  family_name: 'The last name.',
  preferred_username:
    'The e-mail address, if it was verified. It can change, so know the user by `sub`. Missing without the scope `email`.',
  locale: 'The language. Missing if it is unknown.',
  updated_at: 'The last change of the account, in Unix seconds.',
  email: 'The e-mail address. With the scope `email`.',
  email_verified: 'Whether the e-mail address was verified.',
  phone_number: 'The phone number. With the scope `phone`. Missing if there is none.',
  phone_number_verified: 'Whether the phone number was verified.',
  roles: 'The names of the roles. With the scope `roles`.',
  groups:
    'The same names, with the scope `groups`. With `ORGANIZATIONS=admin`, also `<slug>` and `<slug>:<role>` of each organization of the user.',
  organizations:
    'The organizations of the user, at most 50, with `id`, `slug` and `roles`. With the scope `organizations`, if `ORGANIZATIONS` is on.',
} as const;
