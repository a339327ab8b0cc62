import { auditActions } from '../../platform/audit/action-table';
import type { AuditEvent } from '../../platform/audit/audit-event';
import { mailProblems } from '../../platform/email/mail-problem';
import { type ErrorCode, errorTable } from '../../platform/errors/error-table';
import { type RejectionReason, rejectionReasons } from '../../platform/errors/rejection-reasons';
import { revocationReasons } from '../../platform/errors/session-end';
import { limitTable } from '../../platform/rate-limits/limit-table';
import { stepNames } from '../../platform/request/request-timings';
import { plain, type Sentence, say, textOf } from '../../platform/runtime/sentence';
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

/** What an operator wants to know about an event. */
export interface EventExplanation {
  /** The one cause of a rejection, or what was done. */
  cause: Sentence;
  advice: Sentence | null;
  facts: Sentence[];
}

/** What an operator wants to know about a request: the cause, the advice, then everything else. */
export interface RequestExplanation extends EventExplanation {
  lines: string[];
}

/** Explains a request, which has at least one event. The first rejection, if there is one, is its cause. */
export function explainRequest({ explained, hasMore }: ExplainedRequest): RequestExplanation {
  const cause = explained.find(({ event }) => event.outcome !== 'success') ?? explained[0];
  const others = explained.filter((one) => one !== cause);
  const events = [...(cause ? [cause] : []), ...others].map(explainEvent);
  const lines = events.flatMap((one) => [...linesOf(one), '']);
  const [first, ...rest] = events;
  return {
    cause: first?.cause ?? moreEvents,
    advice: first?.advice ?? null,
    facts: [
      ...(first?.facts ?? []),
      ...rest.flatMap((one) => [one.cause, ...one.facts]),
      ...(hasMore ? [moreEvents] : []),
    ],
    lines: hasMore ? [...lines, textOf(moreEvents)] : lines.slice(0, -1),
  };
}

export const moreEvents = say`The request has more events. Only the newest ${mostExplained} are explained. The audit lists the others.`;

/** Explains an event to an operator, in lines of text. */
export const explain = (one: Explained): string[] => linesOf(explainEvent(one));

const linesOf = ({ cause, advice, facts }: EventExplanation): string[] => [
  textOf(cause),
  ...(advice ? [`Advice: ${textOf(advice)}`] : []),
  ...facts.map((fact) => textOf(fact)),
];

function explainEvent({ event, account, client, sessionEnd }: Explained): EventExplanation {
  const { details } = event;
  const from = [event.ip ?? event.network ?? say`many networks`, ...backendOf(event), event.userAgent ?? []].flat();
  const happened = plain(auditActions[event.action]);
  const reason = causeOf(event);
  const cause = reason ?? happened;
  const codes = [event.action, event.outcome, details.reason ?? []].flat().join(', ');
  return {
    cause,
    advice: adviceOn(event),
    facts: [
      say`${event.lastTs.toISOString()}  ${details.operation ?? event.action}, from ${from}`,
      reason ? say`${happened} (${codes})` : say`(${codes})`,
      ...actorOf(event),
      ...(details.migrated
        ? [say`With this login, Gatehouse stored its own hash of a password that came from another service.`]
        : []),
      ...accountOf(event, account),
      ...clientOf(event, client),
      ...sessionOf(event, sessionEnd),
      ...durationsOf(event),
      ...(event.count > 1
        ? [
            say`This row stands for ${event.count} similar events since ${event.firstTs.toISOString()}. The last event is shown.`,
          ]
        : []),
    ],
  };
}

const backendOf = ({ details: { backend } }: AuditEvent) =>
  backend === undefined ? [] : [say`through the backend ${backend}`];

/** The one cause of a rejection, or of the end of a session. Null for other successes. */
export function causeOf({ action, outcome, details: { reason, limit, retryAfterS } }: AuditEvent): Sentence | null {
  const rejection = rejectionOf(reason);
  if (rejection) return plain(rejection.means);
  if (action === 'message_failed' || action === 'session_ended') {
    const known = valueIn<string>(action === 'message_failed' ? mailProblems : revocationReasons, reason);
    if (known) return plain(known);
  }
  if (limit) {
    return say`The limit ${limit} (per ${plain(limitTable[limit].per)}) was reached. The client may try again after ${retryAfterS ?? 0} s.`;
  }
  if (action === 'shed') {
    return say`The queue for password hashing was full or too slow, because many logins and registrations arrived at the same time.`;
  }
  const ofCode = valueIn(codeCauses, outcome);
  return ofCode === undefined ? null : plain(ofCode);
}

/** The cause of a rejection. */
export const failureCauseOf = (event: AuditEvent): Sentence => causeOf(event) ?? plain(event.outcome);

/** The cause that a reason, or an error code, stands for. */
export const failureCauses = (label: string): Sentence =>
  plain(rejectionOf(label)?.means ?? valueIn<string>(codeCauses, label) ?? label);

/** The causes of rejections that have no reason in the audit, because the code says all. */
export const codeCauses = {
  EMAIL_TAKEN: 'Another account has this e-mail address.',
  ACCOUNT_DISABLED: 'The account is disabled.',
  EMAIL_NOT_VERIFIED: 'The e-mail address of the account is not verified.',
  MFA_REQUIRED: 'The password is right, and the login waits for the second factor.',
  STEP_UP_REQUIRED: 'The user must first prove again who they are.',
  NOT_FOUND: 'What the request names does not exist.',
  LINK_REQUIRED: 'An account has the address that the provider confirms.',
  CONFLICT: 'The state did not allow this.',
} as const satisfies Partial<Record<ErrorCode, string>>;

const valueIn = <Value>(table: Readonly<Record<string, Value>>, name: string | undefined): Value | undefined =>
  name !== undefined && Object.hasOwn(table, name) ? table[name] : undefined;

const rejectionOf = (reason: string | undefined) =>
  valueIn<(typeof rejectionReasons)[RejectionReason]>(rejectionReasons, reason);

/** The advice of the reason or, without a reason that it explains, of the limit or the error code. */
function adviceOn({ action, outcome, details: { reason, limit } }: AuditEvent): Sentence | null {
  const ofReason = rejectionOf(reason);
  if (ofReason) return plain(ofReason.advice);
  if (limit) return say`If it rejects users that it should not reject, raise \`RATE_LIMIT_${limit}\`.`;
  if (action === 'shed') return say`If it happens often, give Gatehouse more processors or a further instance.`;
  const ofCode = valueIn<(typeof errorTable)[ErrorCode]>(errorTable, outcome);
  return ofCode ? plain(ofCode.advice) : null;
}

function actorOf({ actorId, userId, details: { statedReason, actorErased } }: AuditEvent): Sentence[] {
  return [
    ...(actorId === null
      ? []
      : userId === null
        ? [say`The super admin ${actorId} did this.`]
        : [say`The super admin ${actorId} did this, on the account ${userId}.`]),
    ...(actorErased ? [say`A super admin did this. The account of the super admin was erased.`] : []),
    ...(statedReason === undefined ? [] : [say`The reason that the super admin gave: ${statedReason}`]),
  ];
}

function accountOf({ userId, accountKey }: AuditEvent, account: AccountState | null): Sentence[] {
  if (account) {
    const { id, liveSessions } = account;
    return [
      account.disabled
        ? say`The account ${id} is now disabled. Its live sessions: ${liveSessions}.`
        : say`The account ${id} is now enabled. Its live sessions: ${liveSessions}.`,
    ];
  }
  if (userId) return [say`The account ${userId} no longer exists.`];
  return accountKey
    ? [say`The e-mail address has no account, or the request was rejected before the account was looked up.`]
    : [];
}

function clientOf({ details: { clientId } }: AuditEvent, client: Explained['client']): Sentence[] {
  if (clientId === undefined) return [];
  return [
    client ? say`The OAuth client is ${clientId} (${client.name}).` : say`No OAuth client has the id ${clientId} now.`,
  ];
}

function sessionOf({ id, sessionId }: AuditEvent, end: AuditEvent | null): Sentence[] {
  if (!sessionId) return [];
  if (!end || end.id === id) return [say`The session is ${sessionId}.`];
  return [say`The session ${sessionId} ended at ${end.lastTs.toISOString()} (${end.details.reason ?? end.action}).`];
}

function durationsOf({ details: { stepsMs = {} } }: AuditEvent): Sentence[] {
  const parts = stepNames.flatMap((name) => (stepsMs[name] === undefined ? [] : [`${name} ${stepsMs[name]} ms`]));
  return parts.length > 0 ? [say`Time per step: ${parts}.`] : [];
}
