import { v7 as uuidv7 } from 'uuid';
import type { ErrorCode } from '../errors/error-table';
import type { LimitName } from '../rate-limits/limit-table';
import { networkOf } from '../request/network';
import type { RequestContext } from '../request/request-context';
import type { StepName } from '../request/request-timings';

/** Similar failures share one row if they happen in the same hour of the clock. Milliseconds. */
export const foldPeriodMs = 3_600_000;

/** All audit actions. An event cannot have any other action. */
export const auditActions = {
  registered: 'An account was created.',
  registration_refused: 'A registration was rejected: the address has an account.',
  logged_in: 'A session was opened with a password.',
  login_failed: 'A login was rejected: unknown address, wrong password or disabled account.',
  refresh_refused: 'A refresh token was rejected.',
  token_reused: 'A used refresh token was sent again: its session was ended.',
  access_refused: 'An access token was rejected.',
  session_ended: 'A session, or all sessions of an account, ended before their time.',
  limited: 'A limit was reached.',
  shed: 'Too many requests were waiting for password hashing.',
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
