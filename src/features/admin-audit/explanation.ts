import { auditActions } from '../../platform/audit/action-table';
import type { AuditEvent } from '../../platform/audit/audit-event';
import { errorTable } from '../../platform/errors/error-table';
import { rejectionReasons } from '../../platform/errors/rejection-reasons';
import { limitTable } from '../../platform/rate-limits/limit-table';
import { stepNames } from '../../platform/request/request-timings';
import type { OAuthClient } from '../oauth-clients/oauth-client';
import { mostExplained } from './admin-audit.operations';

export interface AccountState {
  id: string;
  disabled: boolean;
  liveSessions: number;
}

/** An audit event and the facts that help an operator to understand it. */
export interface Explained {
  event: AuditEvent;
  account: AccountState | null;
  /** The OAuth client that the event names, as it is now. Null if there is none. */
  client: Pick<OAuthClient, 'id' | 'name'> | null;
  /** The event that ended the session. Null without a session, or if the session was not ended early. */
  sessionEnd: AuditEvent | null;
}

/** The newest events of a request, the oldest of them first. */
export interface ExplainedRequest {
  explained: Explained[];
  /** Whether the request has more events than `mostExplained`. */
  hasMore: boolean;
}

/** Explains all events, with an empty line between two events. */
export function explainAll({ explained, hasMore }: ExplainedRequest): string[] {
  const lines = explained.flatMap((one) => [...explain(one), '']);
  return hasMore ? [...lines, moreEvents] : lines.slice(0, -1);
}

export const moreEvents = `The request has more events. Only the newest ${mostExplained} are explained. The audit lists the others.`;

/** Explains the answer to a request to an operator, in lines of text. */
export function explain({ event, account, client, sessionEnd }: Explained): string[] {
  const { details } = event;
  const backend = details.backend && `through the backend ${details.backend}`;
  const from = [event.ip ?? event.network ?? 'many networks', backend, event.userAgent].filter(Boolean).join(', ');
  return [
    `${event.lastTs.toISOString()}  ${details.operation ?? event.action}, from ${from}`,
    `${auditActions[event.action]} (${event.action}, ${event.outcome}${details.reason ? `, ${details.reason}` : ''})`,
    ...reasonOf(event),
    ...actorOf(event),
    ...(details.migrated
      ? ['With this login, Gatehouse stored its own hash of a password that came from another service.']
      : []),
    ...limitOf(event),
    ...(event.action === 'shed'
      ? [
          'The queue for password hashing was full or too slow, because many logins and registrations arrived at the same time.',
        ]
      : []),
    ...accountOf(event, account),
    ...clientOf(event, client),
    ...sessionOf(event, sessionEnd),
    ...adviceOn(event),
    ...durationsOf(event),
    ...(event.count > 1
      ? [
          `This row stands for ${event.count} similar events since ${event.firstTs.toISOString()}. The last event is shown.`,
        ]
      : []),
  ];
}

function reasonOf({ details: { reason } }: AuditEvent): string[] {
  const rejection = rejectionOf(reason);
  return rejection ? [rejection.means] : [];
}

const rejectionOf = (reason: string | undefined) =>
  Object.entries(rejectionReasons).find(([name]) => name === reason)?.[1];

/** The advice of the reason or, without a reason that it explains, of the limit or the error code. */
function adviceOn({ action, outcome, details: { reason, limit } }: AuditEvent): string[] {
  const ofCode = Object.entries(errorTable).find(([code]) => code === outcome)?.[1].advice;
  const ofLimit = limit && `If it rejects users that it should not reject, raise \`RATE_LIMIT_${limit}\`.`;
  const ofQueue =
    action === 'shed' ? 'If it happens often, give Gatehouse more processors or a further instance.' : undefined;
  const advice = rejectionOf(reason)?.advice ?? ofLimit ?? ofQueue ?? ofCode;
  return advice ? [`Advice: ${advice}`] : [];
}

function actorOf({ actorId, userId, details: { statedReason, actorErased } }: AuditEvent): string[] {
  const as = userId === null ? '' : `, on the account ${userId}`;
  return [
    ...(actorId === null ? [] : [`The super admin ${actorId} did this${as}.`]),
    ...(actorErased ? ['A super admin did this. The account of the super admin was erased.'] : []),
    ...(statedReason === undefined ? [] : [`The reason that the super admin gave: ${statedReason}`]),
  ];
}

function limitOf({ details: { limit, retryAfterS } }: AuditEvent): string[] {
  if (!limit) return [];
  return [
    `The limit ${limit} (per ${limitTable[limit].per}) was reached. The client may try again after ${retryAfterS ?? 0} s.`,
  ];
}

function accountOf({ userId, accountKey }: AuditEvent, account: AccountState | null): string[] {
  if (account) {
    const state = account.disabled ? 'disabled' : 'enabled';
    return [`The account ${account.id} is now ${state}. Its live sessions: ${account.liveSessions}.`];
  }
  if (userId) return [`The account ${userId} no longer exists.`];
  return accountKey
    ? ['The e-mail address has no account, or the request was rejected before the account was looked up.']
    : [];
}

function clientOf({ details: { clientId } }: AuditEvent, client: Explained['client']): string[] {
  if (clientId === undefined) return [];
  return [client ? `The OAuth client is ${clientId} (${client.name}).` : `No OAuth client has the id ${clientId} now.`];
}

function sessionOf({ id, sessionId }: AuditEvent, end: AuditEvent | null): string[] {
  if (!sessionId) return [];
  if (!end || end.id === id) return [`The session is ${sessionId}.`];
  return [`The session ${sessionId} ended at ${end.lastTs.toISOString()} (${end.details.reason ?? end.action}).`];
}

function durationsOf({ details: { stepsMs = {} } }: AuditEvent): string[] {
  const parts = stepNames.flatMap((name) => (stepsMs[name] === undefined ? [] : [`${name} ${stepsMs[name]} ms`]));
  return parts.length > 0 ? [`Time per step: ${parts.join(', ')}.`] : [];
}
