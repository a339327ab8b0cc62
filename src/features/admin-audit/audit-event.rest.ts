import type { AuditEvent } from '../../platform/audit/audit-event';
import { exampleTs } from '../../platform/operations/answer';
import { toPageCursor } from '../../platform/request/page-cursor';
import {
  about,
  boolean,
  component,
  nullable,
  object,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import { toSnakeCase } from '../../platform/rest/snake-case';
import { say, textOf } from '../../platform/runtime/sentence';
import { exampleUser } from '../users/user.answers';
import type { AuditPage, AuditPeople, Explanation } from './admin-audit.service';
import {
  auditPeopleDescriptions,
  explanationDescriptions,
  personDescriptions,
  auditEventDescriptions as text,
} from './descriptions';

export function toAuditEventRecord(event: AuditEvent, people: AuditPeople) {
  return {
    id: event.id,
    action: event.action,
    outcome: event.outcome,
    user_id: event.userId,
    account_key: event.accountKey,
    session_id: event.sessionId,
    actor_id: event.actorId,
    ip: event.ip,
    network: event.network,
    user_agent: event.userAgent,
    request_ids: event.requestIds,
    details: Object.fromEntries(Object.entries(event.details).map(([name, value]) => [toSnakeCase(name), value])),
    first_ts: toTimestamp(event.firstTs),
    last_ts: toTimestamp(event.lastTs),
    count: event.count,
    user: toPersonRecord(event.userId, people),
    actor: toPersonRecord(event.actorId, people),
  };
}

function toPersonRecord(id: string | null, people: AuditPeople) {
  const person = people.get(id ?? '');
  return person
    ? { id: person.id, email: person.email, first_name: person.firstName, last_name: person.lastName }
    : null;
}

const person = (description: string) =>
  nullable({
    ...object({
      id: about(uuid, personDescriptions.id),
      email: about(string, personDescriptions.email),
      first_name: about(string, personDescriptions.firstName),
      last_name: about(string, personDescriptions.lastName),
    }),
    type: 'object',
    description,
  });

export const auditEventSchema = component('AuditEvent', 'What was done, or what was rejected.', () =>
  object({
    id: about(uuid, text.id),
    action: about(string, text.action),
    outcome: about(string, text.outcome),
    user_id: nullable(about(uuid, text.userId)),
    account_key: nullable(about(string, text.accountKey)),
    session_id: nullable(about(uuid, text.sessionId)),
    actor_id: nullable(about(uuid, text.actorId)),
    ip: nullable(about(string, text.ip)),
    network: nullable(about(string, text.network)),
    user_agent: nullable(about(string, text.userAgent)),
    request_ids: { type: 'array', description: text.requestIds, items: about(string, 'The id of a request.') },
    details: { type: 'object', description: text.details },
    first_ts: timestamp(text.firstTs),
    last_ts: timestamp(text.lastTs),
    count: about({ type: 'integer' }, text.count),
    user: person(auditPeopleDescriptions.user),
    actor: person(auditPeopleDescriptions.actor),
  }),
);

/** `next` is the cursor of the next page, or null on the last page. */
export function toAuditPageRecord({ events, people, hasMore }: AuditPage) {
  const last = events.at(-1);
  return {
    events: events.map((event) => toAuditEventRecord(event, people)),
    next: hasMore && last ? toPageCursor({ ts: last.lastTs, id: last.id }) : null,
  };
}

export const auditPageSchema = about(
  object({
    events: { type: 'array', description: 'The events of this page, the newest first.', items: auditEventSchema },
    next: nullable(
      about(string, 'The cursor that the client sends as `after` to get the next page. Null on the last page.'),
    ),
  }),
  'One page of the audit.',
);

export function toExplanationRecord(explanation: Explanation) {
  const { requestId, cause, advice, lines, events, people, hasMore } = explanation;
  return {
    request_id: requestId,
    cause: textOf(cause),
    advice: advice && textOf(advice),
    lines,
    events: events.map((event) => toAuditEventRecord(event, people)),
    has_more: hasMore,
  };
}

export const explanationSchema = about(
  object({
    request_id: about(string, explanationDescriptions.requestId),
    cause: about(string, explanationDescriptions.cause),
    advice: nullable(about(string, explanationDescriptions.advice)),
    lines: {
      type: 'array',
      description: explanationDescriptions.lines,
      items: about(string, 'A sentence, or an empty line.'),
    },
    events: { type: 'array', description: explanationDescriptions.events, items: auditEventSchema },
    has_more: about(boolean, explanationDescriptions.hasMore),
  }),
  'Why a request was rejected, or what it did.',
);

export const exampleAuditEvent: AuditEvent = {
  id: '01a1fafd-5d49-7c1f-8a41-6f0d1f0a1122',
  action: 'login_failed',
  outcome: 'INVALID_CREDENTIALS',
  userId: exampleUser.id,
  accountKey: null,
  sessionId: null,
  actorId: null,
  ip: '203.0.113.7',
  network: '203.0.113.7',
  userAgent: 'curl/8.5.0',
  requestIds: ['01a1fafd-5d48-74fb-874f-7e0ccacee987'],
  details: { operation: 'login', reason: 'wrong password' },
  firstTs: exampleTs,
  lastTs: exampleTs,
  count: 1,
  foldKey: null,
};

export const examplePeople: AuditPeople = new Map([[exampleUser.id, exampleUser]]);

export const exampleExplanation: Explanation = {
  requestId: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
  cause: say`The password is wrong.`,
  advice: say`Let the user reset the password if it is lost.`,
  facts: [],
  lines: [
    'The password is wrong.',
    'Advice: Let the user reset the password if it is lost.',
    '2026-11-20T17:30:15.123Z  login, from 203.0.113.7, curl/8.5.0',
    'The account 01a1fafd-5d47-7b3e-9a51-2f0c6f7d8e90 is now enabled. Its live sessions: 0.',
  ],
  events: [exampleAuditEvent],
  people: examplePeople,
  hasMore: false,
};
