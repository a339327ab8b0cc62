/** A login opens a session. It ends when it is revoked, or at the end of its idle or absolute lifetime. */
export interface Session {
  /** A UUIDv7, the `sid` of the access tokens of this session. */
  id: string;
  userId: string;
  createdTs: Date;
  /** The time of the login or of the last refresh. */
  lastUsedTs: Date;
  /** The end of the absolute lifetime. A refresh does not change it. */
  expiresTs: Date;
  userAgent: string | null;
  ip: string | null;
  /**
   * The revision of the account at the login. Ending the other sessions raises the revision of this session, too. If
   * the account has a higher revision than the session, the session has ended.
   */
  revision: number;
}

/** The end of all sessions of an account, or of all except one. */
export interface AccountRevocation {
  userId: string;
  /** Access tokens with a lower revision are rejected. */
  revision: number;
  /** The session that did not end. Null if all sessions ended. */
  exceptSessionId: string | null;
}

/** Every reason why a session was revoked, with its meaning. */
export const revocationReasons = {
  logout: 'The user logged out.',
  revoked_by_user: 'The user ended the session from another session.',
  refresh_token_reuse: 'A used refresh token was sent again.',
  user_disabled: 'An operator disabled the account.',
  ended_by_operator: 'An operator ended the session, or all sessions of the account.',
  too_many_sessions: 'A further login reached SESSIONS_PER_ACCOUNT. This was the least recently used session.',
  restored: 'A backup was restored, and `gatehouse after-restore` ended all sessions.',
} as const;

export type RevocationReason = keyof typeof revocationReasons;

/**
 * The notification channel for revocations. The payload for a session is its id. The payload for an account is the user
 * id, the revision, and the id of the kept session or nothing, separated by spaces. Instances of an earlier version
 * read this payload as the id of an unknown session.
 */
export const revocationChannel = 'gatehouse_session_revoked';

export type Revocation = { sessionId: string } | AccountRevocation;

export function parseRevocation(payload: string): Revocation {
  const [id = '', revision, exceptSessionId] = payload.split(' ');
  if (revision === undefined) return { sessionId: id };
  return { userId: id, revision: Number(revision), exceptSessionId: exceptSessionId || null };
}

/** Sessions are only counted up to this number, so that counting has a limited cost. */
export const mostCounted = 1000;
