import { endReasons, type SessionEnd } from '../../platform/errors/session-end';
import { isUuid } from '../../platform/runtime/uuid';
import type { Authentication } from '../tokens/authentication';
import type { OrganizationRevocation } from '../users/organization';
import { sessionEnds } from './sessions.reasons';

/** The OAuth client of a session, and what the user allowed it. */
export interface SessionClient {
  id: string;
  /** Read for lists only. */
  name: string | null;
  scopes: readonly string[];
  /** The resource of its access tokens (RFC 8707). Null: as the client says. */
  resource: string | null;
  /** The organization in whose name its access tokens are. Null: none. */
  organizationId: string | null;
}

/** A client that sends a refresh token. */
export interface RefreshingClient {
  id: string;
  /** The resources for which the session may have tokens. The empty text: for none. */
  resources: readonly string[];
}

/** A login at an API or on a page has no resource. */
export const resourcesOf = (client: RefreshingClient | null): readonly string[] => client?.resources ?? [''];

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

/** What decides whether a session is over, and why. */
export interface SessionFacts {
  revokedReason: string | null;
  /** Whether it was revoked, individually or with all sessions of its account. */
  isRevoked: boolean;
  disabled: boolean;
}

/**
 * Why a session that is over has ended. Null if that was not recorded: where very many sessions of an account end at once,
 * only some are marked.
 */
export function endOf({ revokedReason, isRevoked, disabled }: SessionFacts): SessionEnd | null {
  const recorded = revokedReason === null ? null : endReasons.find(revokedReason);
  if (recorded || isRevoked) return recorded;
  return disabled ? sessionEnds.user_disabled : sessionEnds.expired;
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

/**
 * The notification channel for revocations. The payload for a session is its id. The payload for an account is the user
 * id, the revision, the id of the kept session or nothing, and the revision of the last change of access rights, each
 * separated by a space. Instances of an earlier version do not read the last part. They reject the same tokens, because
 * a change of access rights is sent as the end of all sessions, and sessions are checked in the database. The payload for an
 * organization is `org`, its id and its revision, which those instances ignore.
 */
export const revocationChannel = 'gatehouse_session_revoked';

/** A part of a statement that ends sessions: every instance is notified if and only if the statement is committed. */
export const notifying = (id: string) => `pg_notify('${revocationChannel}', ${id}::text)::text`;

/** The same, for an organization whose access tokens are rejected. */
export const notifyingOfOrganization = (id: string, revision: string) =>
  notifying(`concat_ws(' ', 'org', ${id}, ${revision})`);

/** How many sessions beyond the maximum one login ends. Further sessions end with the next logins. */
export const mostEndedByLogin = 20;

export type Revocation = { sessionId: string } | AccountRevocation | OrganizationRevocation;

/** Returns null if the payload is not one of these. Parts after the fourth are of a later version, and are ignored. */
export function parseRevocation(payload: string): Revocation | null {
  const [id = '', revision, exceptSessionId = '', tokensRevision = '0'] = payload.split(' ');
  if (id === 'org') return organizationRevocationOf(revision, exceptSessionId);
  if (!isUuid(id)) return null;
  if (revision === undefined) return { sessionId: id };
  const areNumbers = [revision, tokensRevision].every(isNumber);
  if (!areNumbers || (exceptSessionId !== '' && !isUuid(exceptSessionId))) return null;
  return {
    userId: id,
    revision: Number(revision),
    exceptSessionId: exceptSessionId || null,
    tokensRevision: Number(tokensRevision),
  };
}

const isNumber = (text: string): boolean => /^\d{1,10}$/.test(text);

const organizationRevocationOf = (organizationId = '', revision: string): OrganizationRevocation | null =>
  isUuid(organizationId) && isNumber(revision) ? { organizationId, revision: Number(revision) } : null;

/** Sessions are only counted up to this number, so that counting has a limited cost. */
export const mostCounted = 1000;
