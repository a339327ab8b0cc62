import { type AuditEvent, auditActions } from '../audit/audit-event';
import { limitTable } from '../limits';
import { rejectionReasons } from '../rejection-reasons';
import { stepNames } from '../trail';

/** What an operator wants to know of the account, as it is now. */
export interface AccountState {
  id: string;
  disabled: boolean;
  liveSessions: number;
}

/** What was written down of a request, and what helps to understand it. */
export interface Explained {
  event: AuditEvent;
  account: AccountState | null;
  /** Of its session, if that was ended before its time. */
  sessionEnd: AuditEvent | null;
}

/** What became of a request and why, a sentence a line, for people to read. */
export function explain({ event, account, sessionEnd }: Explained): string[] {
  const { details } = event;
  const from = [event.ip ?? event.network ?? 'many networks', event.userAgent].filter(Boolean).join(', ');
  return [
    `${event.lastTs.toISOString()}  ${details.operation ?? event.action}, from ${from}`,
    `${auditActions[event.action]} (${event.action}, ${event.outcome}${details.reason ? `, ${details.reason}` : ''})`,
    ...reasonOf(event),
    ...limitOf(event),
    ...(event.action === 'shed' ? ['The queue before the hashing of passwords was full or too slow.'] : []),
    ...accountOf(event, account),
    ...sessionOf(event, sessionEnd),
    ...durationsOf(event),
    ...(event.count > 1
      ? [`It is one of ${event.count} alike since ${event.firstTs.toISOString()}; the last is shown.`]
      : []),
  ];
}

function reasonOf({ details: { reason } }: AuditEvent): string[] {
  const known = Object.entries(rejectionReasons).find(([name]) => name === reason);
  return known ? [known[1]] : [];
}

function limitOf({ details: { limit, retryAfterS } }: AuditEvent): string[] {
  if (!limit) return [];
  return [`limit ${limit}, per ${limitTable[limit].per}: to be tried again after ${retryAfterS ?? 0} s`];
}

function accountOf({ userId, accountKey }: AuditEvent, account: AccountState | null): string[] {
  if (account) {
    const state = account.disabled ? 'disabled' : 'enabled';
    return [`account ${account.id}: now ${state}, with ${account.liveSessions} live sessions`];
  }
  if (userId) return [`account ${userId}: there is none any more`];
  return accountKey ? ['The address was looked at no further, or has no account.'] : [];
}

function sessionOf({ id, sessionId }: AuditEvent, end: AuditEvent | null): string[] {
  if (!sessionId) return [];
  if (!end || end.id === id) return [`session ${sessionId}`];
  return [`session ${sessionId}: ended ${end.lastTs.toISOString()}, ${end.details.reason ?? end.action}`];
}

function durationsOf({ details: { stepsMs = {} } }: AuditEvent): string[] {
  const parts = stepNames.flatMap((name) => (stepsMs[name] === undefined ? [] : [`${name} ${stepsMs[name]} ms`]));
  return parts.length > 0 ? [parts.join(', ')] : [];
}
