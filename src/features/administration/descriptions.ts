import type { ManagedUser } from '../users/managed-user';

// The descriptions of both APIs for super admins.

/** The meaning of what a super admin sees in addition to a user. */
export const managedUserDescriptions: Readonly<Record<Exclude<keyof ManagedUser, 'user'>, string>> = {
  locale: 'The language of the e-mails to the user: `en`, `de`, `fr` or `es`. Null if it is unknown.',
  hasPassword: 'Whether the account has a password. An account that was invited has none until its user sets one.',
  factors: 'The kinds of second factors in effect: `totp`, `passkey`. Most users have none.',
  deletionDueTs: 'When the deleted account is erased. Null if the account is not deleted.',
};

/** The meaning of what a super admin gets to act as a user. */
export const impersonationDescriptions = {
  jwt: 'The access token. A client sends it in the header `Authorization: Bearer <jwt>`.',
  expiresIn: 'The lifetime of the access token in seconds. There is no refresh token.',
  sessionId: 'The id of the session, which is also the `sid` of the access token.',
  sessionExpiresTs:
    'The end of the session at the latest. It ends earlier if the session of the super admin ends, or if the account of the super admin or of the user changes.',
  user: 'The user as whom the super admin acts.',
} as const;
