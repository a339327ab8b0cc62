import { isUuid } from '../../platform/runtime/uuid';
import type { Authentication } from '../tokens/authentication';

/** The OAuth client of a session, and what the user allowed it. */
export interface SessionClient {
  id: string;
  /** Read for lists only. */
  name: string | null;
  scopes: readonly string[];
}

/** A login opens a session. It ends when it is revoked, or at the end of its idle or absolute lifetime. */
export interface Session extends Authentication {
  /** A UUIDv7, the `sid` of the access tokens of this session. */
  id: string;
  userId: string;
  createdTs: Date;
  /** The time of the login or of the last refresh. */
  lastUsedTs: Date;
  /** The end of the absolute lifetime. A refresh does not change it. */
  expiresTs: Date;
  /** The last time that the user proved who they are: at the login, or later with `stepUp`. */
  authTs: Date;
  userAgent: string | null;
  ip: string | null;
  /**
   * The revision of the account at the login. Ending the other sessions raises the revision of this session, too, and a
   * change of access rights that of all live sessions. If the account has a higher revision, the session has ended.
   */
  revision: number;
  /** The super admin who opened the session to act as the user, and whose session it ends with. */
  actor: { userId: string; sessionId: string } | null;
  /** The OAuth client that the user signed in to. Null for a login at an API or on a page. */
  client: SessionClient | null;
  /** The session of the page on which the user signed in to the client. Null without a client. */
  originSessionId: string | null;
}

/** A session, with what its next access token says about the user. */
export interface SessionOfUser extends Session {
  /**
   * The revision of the account. Read together with the roles: a token with these roles is rejected when they change.
   */
  revision: number;
  roles: readonly string[];
}

/** The end of all sessions of an account, or of all except one, or a change of the access rights of the user. */
export interface AccountRevocation {
  userId: string;
  /** Access tokens with a lower revision are rejected, except those of `exceptSessionId`. */
  revision: number;
  /** The session that did not end. Null if all sessions ended, and after a change of the access rights. */
  exceptSessionId: string | null;
  /**
   * The revision of the last change of the access rights, or 0. Access tokens with a lower revision are rejected, also
   * those of a session that did not end.
   */
  tokensRevision: number;
}

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

/**
 * The notification channel for revocations. The payload for a session is its id. The payload for an account is the user
 * id, the revision, the id of the kept session or nothing, and the revision of the last change of access rights, each
 * separated by a space. Instances of an earlier version do not read the last part. They reject the same tokens, because
 * a change of access rights is sent as the end of all sessions, and sessions are checked in the database.
 */
export const revocationChannel = 'gatehouse_session_revoked';

/** A part of a statement that ends sessions: every instance is notified if and only if the statement is committed. */
export const notifying = (id: string) => `pg_notify('${revocationChannel}', ${id}::text)::text`;

/** How many sessions beyond the maximum one login ends. Further sessions end with the next logins. */
export const mostEndedByLogin = 20;

export type Revocation = { sessionId: string } | AccountRevocation;

/** Returns null if the payload is not one of these. Parts after the fourth are of a later version, and are ignored. */
export function parseRevocation(payload: string): Revocation | null {
  const [id = '', revision, exceptSessionId = '', tokensRevision = '0'] = payload.split(' ');
  if (!isUuid(id)) return null;
  if (revision === undefined) return { sessionId: id };
  const areNumbers = [revision, tokensRevision].every((text) => /^\d{1,10}$/.test(text));
  if (!areNumbers || (exceptSessionId !== '' && !isUuid(exceptSessionId))) return null;
  return {
    userId: id,
    revision: Number(revision),
    exceptSessionId: exceptSessionId || null,
    tokensRevision: Number(tokensRevision),
  };
}

/** Sessions are only counted up to this number, so that counting has a limited cost. */
export const mostCounted = 1000;
