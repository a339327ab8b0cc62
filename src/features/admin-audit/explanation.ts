import { adviceOn, causeOf, coded } from '../../accounts/admin-access/event-cause';
import { type OAuthClient, shownNameOf } from '../../accounts/applications/oauth-client';
import { auditActions } from '../../platform/audit/action';
import type { AuditEvent } from '../../platform/audit/audit-event';
import { stepNames } from '../../platform/request/request-timings';
import { type Sentence, say, textOf } from '../../platform/runtime/sentence';
import { mostExplained } from './admin-audit.answers';

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
  client: Pick<OAuthClient, 'id' | 'name' | 'metadataUrl'> | null;
  /** Who used the administration API, or acted as the user. Null if the event names nobody. */
  actor: { kind: 'superAdmin' } | { kind: 'service'; name: string | null } | null;
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
interface RequestExplanation extends EventExplanation {
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

function explainEvent({ event, account, client, actor, sessionEnd }: Explained): EventExplanation {
  const { details } = event;
  const from = [event.ip ?? event.network ?? say`many networks`, ...backendOf(event), event.userAgent ?? []].flat();
  const happened = coded('action', event.action, auditActions.find(event.action)?.means ?? event.action);
  const reason = causeOf(event);
  const cause = reason ?? happened;
  const codes = [event.action, event.outcome, details.reason ?? []].flat().join(', ');
  return {
    cause,
    advice: adviceOn(event),
    facts: [
      say`${event.lastTs.toISOString()}  ${details.operation ?? event.action}, from ${from}`,
      reason ? say`${happened} (${codes})` : say`(${codes})`,
      ...actorOf(event, actor),
      ...(details.migrated
        ? [say`With this login, Gatehouse stored its own hash of a password that came from another service.`]
        : []),
      ...accountOf(event, account),
      ...clientOf(event, client),
      ...documentOf(event),
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

function actorOf(
  { actorId, userId, details: { statedReason, actorErased } }: AuditEvent,
  actor: Explained['actor'],
): Sentence[] {
  return [
    ...(actorId === null ? [] : [doneBy(actorId, actor, userId)]),
    ...(actorErased ? [say`A super admin did this. The account of the super admin was erased.`] : []),
    ...(statedReason === undefined ? [] : [say`The reason that was given: ${statedReason}`]),
  ];
}

function doneBy(id: string, actor: Explained['actor'], userId: string | null): Sentence {
  if (actor?.kind !== 'service') {
    return userId === null
      ? say`The super admin ${id} did this.`
      : say`The super admin ${id} did this, on the account ${userId}.`;
  }
  const service = actor.name === null ? id : `${id} (${actor.name})`;
  return userId === null
    ? say`The service ${service} did this.`
    : say`The service ${service} did this, on the account ${userId}.`;
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

function clientOf({ details }: AuditEvent, client: Explained['client']): Sentence[] {
  const { clientId, clientHost, resource, rule } = details;
  const asked = resource === undefined ? [] : [say`It asked for tokens for ${resource}.`];
  if (clientId === undefined) {
    const isOfDocument = clientHost !== undefined && rule === undefined;
    return isOfDocument ? [say`A document at ${clientHost} describes the OAuth client.`, ...asked] : [];
  }
  return [
    client
      ? say`The OAuth client is ${clientId} (${shownNameOf(client)}).`
      : say`No OAuth client has the id ${clientId} now.`,
    ...asked,
  ];
}

function documentOf({ details: { clientHost = 'many hosts', rule, found } }: AuditEvent): Sentence[] {
  if (rule === undefined) return [];
  return found === undefined
    ? [say`The document of the client at ${clientHost} breaks the rule ${rule}.`]
    : [say`The document of the client at ${clientHost} breaks the rule ${rule}. What came back: ${found}`];
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
