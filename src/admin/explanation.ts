import { type AuditEvent, auditActions } from '../audit/audit-event';
import { limitTable } from '../limits';
import { stepNames } from '../trail';

/** What an operator wants to know of the account, as it is now. */
export interface AccountState {
  id: string;
  disabled: boolean;
  liveSessions: number;
}

/** What became of a request and why, a sentence a line, for people to read. */
export function explain(event: AuditEvent, account: AccountState | null): string[] {
  const { details } = event;
  const from = [event.ip ?? event.network ?? 'many networks', event.userAgent].filter(Boolean).join(', ');
  return [
    `${event.lastTs.toISOString()}  ${details.operation ?? event.action}, from ${from}`,
    `${auditActions[event.action]} (${event.action}, ${event.outcome}${details.reason ? `, ${details.reason}` : ''})`,
    ...limitOf(event),
    ...(event.action === 'shed' ? ['The queue before the hashing of passwords was full or too slow.'] : []),
    ...accountOf(event, account),
    ...(event.sessionId ? [`session ${event.sessionId}`] : []),
    ...durationsOf(event),
    ...(event.count > 1
      ? [`It is one of ${event.count} alike since ${event.firstTs.toISOString()}; the last is shown.`]
      : []),
  ];
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

function durationsOf({ details: { stepsMs = {} } }: AuditEvent): string[] {
  const parts = stepNames.flatMap((name) => (stepsMs[name] === undefined ? [] : [`${name} ${stepsMs[name]} ms`]));
  return parts.length > 0 ? [parts.join(', ')] : [];
}
