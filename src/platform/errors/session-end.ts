/** Every reason why a session was revoked, with its meaning. */
export const revocationReasons = {
  logout: 'The user logged out.',
  impersonation_ended: 'A super admin stopped acting as the user.',
  revoked_by_user: 'The user ended the session from another session.',
  refresh_token_reuse: 'A used refresh token was sent again.',
  code_reuse: 'An application sent an authorization code twice.',
  user_disabled: 'An operator disabled the account.',
  revoked_by_client: 'An OAuth client revoked a token of the session.',
  client_disabled: 'An operator disabled or deleted the OAuth client of the session.',
  client_changed: 'An operator took rights from the OAuth client of the session.',
  ended_by_operator: 'An operator ended the session, or all sessions of the account.',
  account_deleted: 'The account was deleted.',
  email_changed: 'The user changed the e-mail address.',
  email_changed_by_operator: 'A super admin changed the e-mail address.',
  email_change_undone: 'The user restored the old e-mail address with its link.',
  email_verified:
    'The e-mail address was verified for the first time: with a code to sign in, or the password alone had not opened this session.',
  password_changed: 'The user changed the password.',
  password_reset: 'The user reset the password.',
  app_disconnected: 'The application of the session was disconnected.',
  identities_changed: 'A provider was disconnected from the account.',
  factors_changed: 'The second factors of the account were changed.',
  too_many_sessions: 'A further login reached SESSIONS_PER_ACCOUNT. This was the least recently used session.',
  restored: 'A backup was restored, and `gatehouse after-restore` ended all sessions.',
} as const;

export type RevocationReason = keyof typeof revocationReasons;

/** Why a session is over, in the APIs. */
export type SessionEnd = Uppercase<RevocationReason> | 'EXPIRED';

export const sessionEnds = Object.fromEntries(
  Object.entries({
    ...revocationReasons,
    expired: 'The session was not used for too long, or reached the end of its lifetime.',
  }).map(([reason, means]) => [reason.toUpperCase(), means]),
) as Readonly<Record<SessionEnd, string>>;

export const sessionEndText =
  'Why the session has ended. Only with `UNAUTHENTICATED`, after a refresh with a token of a session that is over, and if that is known.';
