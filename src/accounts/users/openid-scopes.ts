/** The scopes that a client can ask for (OpenID Connect Core 1.0, sections 5.4 and 11), with what each gives. */
export const openidScopes = {
  openid: 'Who the user is: the claim `sub`. Every request has this scope.',
  profile: 'The name, the language, and when the account was changed.',
  email: 'The e-mail address.',
  phone: 'The phone number.',
  roles: 'The roles.',
  groups: 'The roles, in the claim `groups`.',
  offline_access: 'A refresh token, so that the client stays signed in.',
} as const;

/** What a new client can ask for, unless an operator says otherwise. */
export const scopesOfNewClients = ({ organizations }: { organizations: unknown }): string[] => [
  ...Object.keys(openidScopes),
  ...(organizations === null ? [] : ['organizations']),
];

export type OpenidScope = keyof typeof openidScopes;

export const isOpenidScope = (text: string): text is OpenidScope => Object.hasOwn(openidScopes, text);
