import { v7 as uuidv7 } from 'uuid';
import type { ErrorCode } from '../errors/error-table';
import type { LimitName } from '../rate-limits/limit-table';
import { networkOf } from '../request/network';
import type { RequestContext } from '../request/request-context';
import type { StepName } from '../request/request-timings';

/** Similar failures share one row if they happen in the same hour of the clock. Milliseconds. */
export const foldPeriodMs = 3_600_000;

export const auditActions = {
  registered: 'An account was created.',
  registration_refused: 'A registration was rejected, because the e-mail address already has an account.',
  logged_in: 'A session was opened with a password.',
  login_failed: 'A login was rejected, because of an unknown e-mail address, a wrong password or a disabled account.',
  refresh_refused: 'A refresh token was rejected.',
  token_reused: 'A used refresh token was sent again, so its session was ended.',
  access_refused: 'An access token was rejected.',
  session_ended: 'A session, or all sessions of an account, ended before they expired.',
  limited: 'A request was rejected, because a rate limit was reached.',
  shed: 'A request was rejected, because too many were waiting for password hashing.',
  user_created: 'An account was created by an operator.',
  user_disabled: 'An account was disabled.',
  user_enabled: 'An account was enabled.',
  key_added: 'A signing key was added.',
  key_retired: 'A signing key was revoked.',
  secret_rotated: 'The keys in the database were re-encrypted with another secret.',
} as const;

export type AuditAction = keyof typeof auditActions;

export interface AuditDetails {
  operation?: string;
  /** Why the request was rejected, if the outcome does not say so. Never text from a client. */
  reason?: string;
  /** Set if the event ended more sessions than the one in `sessionId`. */
  sessions?: 'all' | 'others';
  exceptSessionId?: string;
  limit?: LimitName;
  retryAfterS?: number;
  stepsMs?: Partial<Record<StepName, number>>;
  /** The number of addresses in the request's `X-Forwarded-For` header. Not set without that header. */
  forwardedBy?: number;
  kid?: string;
  /** The number of keys that were re-encrypted. */
  resealed?: number;
}

export interface AuditEvent {
  /** A UUIDv7. */
  id: string;
  action: AuditAction;
  outcome: 'success' | ErrorCode;
  userId: string | null;
  /** An HMAC of the address in the request, in hex. */
  accountKey: string | null;
  sessionId: string | null;
  ip: string | null;
  network: string | null;
  userAgent: string | null;
  /** The ids of the most recent requests, oldest first. */
  requestIds: string[];
  details: AuditDetails;
  firstTs: Date;
  lastTs: Date;
  /** How many failures this row combines. */
  count: number;
  /** Identifies the row that similar failures share, in hex. Null for events that are never combined. */
  foldKey: string | null;
}

/** The meaning of each field of an event, for docs/reference/audit.md. */
export const auditFieldMeanings: Readonly<Record<keyof AuditEvent, string>> = {
  id: 'The id of the row, a UUIDv7.',
  action: 'What was done or rejected: see the actions.',
  outcome: '`success`, or the error code of the answer.',
  userId: 'The id of the account. Null if it is unknown, or if the row stands for many accounts.',
  accountKey: 'An HMAC of the e-mail address that a rejected request contained, in hex. Null without an address.',
  sessionId: 'The id of the session that the event is about, or null.',
  ip: 'The address of the client of the last request. Null for a command, and if the row stands for many networks.',
  network: 'The network of the client: its IPv4 address, or the /64 of its IPv6 address. Null as for `ip`.',
  userAgent: 'The `User-Agent` header of the last request, cut after 256 characters.',
  requestIds: 'The ids of the last 20 requests that the row stands for, oldest first.',
  details: 'Further facts: see the details.',
  firstTs: 'The time of the first request that the row stands for.',
  lastTs: 'The time of the last request that the row stands for.',
  count: 'The number of requests that the row stands for.',
  foldKey: 'Rows with the same key are combined. Null for a row that is never combined.',
};

/** The meaning of each detail, for docs/reference/audit.md. */
export const auditDetailMeanings: Readonly<Record<keyof AuditDetails, string>> = {
  operation: 'The operation that was rejected.',
  reason: 'Why a request was rejected, or why a session ended: see the reasons.',
  sessions: 'Which sessions ended: `all`, or `others` for all but one.',
  exceptSessionId: 'The session that did not end, with `others`.',
  limit: 'The limit that was reached.',
  retryAfterS: 'The seconds after which the client may try again.',
  stepsMs: 'The time that the request spent on each step, in milliseconds.',
  forwardedBy: 'The number of addresses in `X-Forwarded-For`, if there were any.',
  kid: 'The id of the signing key.',
  resealed: 'The number of keys that were re-encrypted.',
};

/** Creates the event that the statement of a successful operation inserts. `by` is null for a command or a job. */
export function successEvent(
  action: AuditAction,
  at: Date,
  by: RequestContext | null,
  about: Partial<Pick<AuditEvent, 'userId' | 'sessionId' | 'details'>>,
): AuditEvent {
  return {
    id: uuidv7({ msecs: at.getTime() }),
    action,
    outcome: 'success',
    userId: about.userId ?? null,
    accountKey: null,
    sessionId: about.sessionId ?? null,
    ip: by?.ip ?? null,
    network: by ? networkOf(by.ip) : null,
    userAgent: by?.userAgent ?? null,
    requestIds: by ? [by.requestId] : [],
    details: about.details ?? {},
    firstTs: at,
    lastTs: at,
    count: 1,
    foldKey: null,
  };
}
