import type { ManagedUser } from '../../accounts/users/managed-user';
import { mostCounted } from '../../accounts/users/user-list';

export const createdUserDescriptions = {
  link: 'The link with which the user sets a password, if it was not mailed. Only this answer has it.',
  expiresTs: 'The end of the link.',
} as const;

export const accountDescriptions = {
  sessions: 'The live sessions of the user, the most recently used first, at most 100.',
  sessionCount: 'The number of live sessions, counted up to 1000.',
  sessionActorId: 'The super admin who opened the session to act as the user. Null if the user logged in.',
  ended: 'The number of ended sessions, counted up to 1000.',
  signIn: 'Whether the user can sign in now.',
  identities: 'The accounts at providers with which the user can sign in, oldest first.',
} as const;

export const estimatedTotalText = `The number of all users, counted up to ${mostCounted}. Beyond it, the database's own estimate. Null if the request has a filter, or if the database has no estimate yet.`;

/** The meaning of what a super admin sees in addition to a user. */
export const managedUserDescriptions: Readonly<Record<Exclude<keyof ManagedUser, 'user'>, string>> = {
  locale: 'The language of the e-mails to the user: `en`, `de`, `fr` or `es`. Null if it is unknown.',
  hasPassword: 'Whether the account has a password. An account that was invited has none until its user sets one.',
  factors: 'The kinds of second factors in effect: `totp`, `passkey`. Most users have none.',
  twoStep: 'Whether two-step sign-in is on: a login with the password needs a second factor.',
  deletionDueTs: 'When the deleted account is erased. Null if the account is not deleted.',
  claims: 'Data for the claims of access tokens, which only super admins and operators set. Empty by default.',
  fields: 'The fields that this installation adds.',
  providers: 'The ids of the providers with which the user can sign in, such as `google`. Most users have none.',
};
