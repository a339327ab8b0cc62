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
}

/** Why a session was ended before its time. */
export type RevocationReason =
  | 'logout'
  | 'revoked_by_user'
  | 'refresh_token_reuse'
  | 'user_disabled'
  | 'ended_by_operator';

/** The channel on which a revocation is told; its payload is the session's id. */
export const revocationChannel = 'gatehouse_session_revoked';
