import { v7 as uuidv7 } from 'uuid';
import type { Client } from '../client';
import type { ErrorCode } from '../errors';
import type { LimitName } from '../limits';
import { networkOf } from '../network';
import type { StepName } from '../trail';

/** Everything that is written down, once. */
export const auditActions = {
  registered: 'An account was created.',
  registration_refused: 'A registration was refused: the address has an account.',
  logged_in: 'A session was opened with a password.',
  login_failed: 'A login was refused: unknown address, wrong password or disabled account.',
  refresh_refused: 'A refresh token was refused.',
  token_reused: 'A used refresh token came back: its session was ended.',
  access_refused: 'An access token was refused.',
  session_ended: 'A session, or all sessions of an account, ended before their time.',
  limited: 'A limit was reached.',
  shed: 'Too many were waiting for a password to be hashed.',
  user_created: 'An account was created by an operator.',
  user_disabled: 'An account was disabled.',
  user_enabled: 'An account was enabled.',
  key_added: 'A signing key was added.',
  key_retired: 'A signing key was taken back.',
  secret_rotated: 'The keys in the database were re-encrypted with another secret.',
} as const;

export type AuditAction = keyof typeof auditActions;

export interface AuditDetails {
  operation?: string;
  /** Why, where the outcome does not say it: in words of ours alone. */
  reason?: string;
  /** Which sessions were ended, where it is not the one that the event names. */
  sessions?: 'all' | 'others';
  exceptSessionId?: string;
  limit?: LimitName;
  retryAfterS?: number;
  stepsMs?: Partial<Record<StepName, number>>;
  /** The addresses in `X-Forwarded-For`, if there were any. */
  forwardedBy?: number;
  kid?: string;
  /** How many keys. */
  resealed?: number;
}

export interface AuditEvent {
  /** UUIDv7. */
  id: string;
  action: AuditAction;
  outcome: 'success' | ErrorCode;
  userId: string | null;
  /** An HMAC, in hex. */
  accountKey: string | null;
  sessionId: string | null;
  ip: string | null;
  network: string | null;
  userAgent: string | null;
  /** The last ones, the newest at the end. */
  requestIds: string[];
  details: AuditDetails;
  firstTs: Date;
  lastTs: Date;
  /** How often it happened within an hour. */
  count: number;
  /** In hex; null for what is never counted together. */
  foldKey: string | null;
}

/** Something that was done, for the statement that does it. `by` is null for a command or a job. */
export function deed(
  action: AuditAction,
  at: Date,
  by: Client | null,
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
