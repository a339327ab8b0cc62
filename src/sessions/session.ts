/** The result of a login. A session ends when it is revoked, or at the end of its idle or absolute lifetime. */
export interface Session {
  /** UUIDv7; the `sid` of its access tokens. */
  id: string;
  userId: string;
  createdTs: Date;
  /** The time of the login, or of the last refresh. */
  lastUsedTs: Date;
  /** The end of the absolute lifetime. A refresh does not change it. */
  expiresTs: Date;
  userAgent: string | null;
  ip: string | null;
  /** The account's revision when the session was opened. If the account's is higher, the session has ended. */
  revision: number;
}

/** All sessions of an account, or all but one, were ended. */
export interface AccountRevocation {
  userId: string;
  /** Access tokens with a lower revision are rejected. */
  revision: number;
  /** The session that was kept. */
  exceptSessionId: string | null;
}

/** The closed list of reasons why a session was revoked. */
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
 * The notification channel for revocations. The payload is a session's id; or, for an account, its id, its revision and
 * the kept session's id or nothing, separated by spaces. An earlier version reads the latter as an unknown session's
 * id.
 */
export const revocationChannel = 'gatehouse_session_revoked';

export type Revocation = { sessionId: string } | AccountRevocation;

export function parseRevocation(payload: string): Revocation {
  const [id = '', revision, exceptSessionId] = payload.split(' ');
  if (revision === undefined) return { sessionId: id };
  return { userId: id, revision: Number(revision), exceptSessionId: exceptSessionId || null };
}

/** Sessions are only counted up to this number. */
export const mostCounted = 1000;
