/** What a login opens. It lives until it is revoked, is not used for its idle lifetime, or its absolute one ends. */
export interface Session {
  /** UUIDv7; the `sid` of its access tokens. */
  id: string;
  userId: string;
  createdTs: Date;
  /** The login, or the last refresh. */
  lastUsedTs: Date;
  /** The end of its absolute lifetime, which a refresh does not move. */
  expiresTs: Date;
  userAgent: string | null;
  ip: string | null;
  /** Its account's when it was opened; once that is higher, the session is over. */
  revision: number;
}

/** That all sessions of an account, or all but one, were ended. */
export interface AccountRevocation {
  userId: string;
  /** Access tokens with a lower one are rejected. */
  revision: number;
  /** The session that goes on. */
  exceptSessionId: string | null;
}

/** Why a session was ended before its time. */
export type RevocationReason =
  | 'logout'
  | 'revoked_by_user'
  | 'refresh_token_reuse'
  | 'user_disabled'
  | 'ended_by_operator'
  | 'too_many_sessions'
  | 'restored';

/**
 * The channel on which a revocation is told. The payload is a session's id, or, of an account, its id, its revision and
 * the excepted session's id or nothing, with spaces between: an earlier version takes that for the id of no session.
 */
export const revocationChannel = 'gatehouse_session_revoked';

export type Revocation = { sessionId: string } | AccountRevocation;

export function parseRevocation(payload: string): Revocation {
  const [id = '', revision, exceptSessionId] = payload.split(' ');
  if (revision === undefined) return { sessionId: id };
  return { userId: id, revision: Number(revision), exceptSessionId: exceptSessionId || null };
}

/** An account can have more sessions than is worth counting. */
export const mostCounted = 1000;
