import type { AuditPage, Explanation } from '../features/administration/admin-audit.service';
import {
  explanationDescriptions,
  auditEventDescriptions as text,
} from '../features/administration/admin-audit-descriptions';
import type { AuditEvent } from '../platform/audit/audit-event';
import { toPageCursor } from '../platform/request/page-cursor';
import { about, boolean, component, nullable, object, string, timestamp, uuid } from './json-schema';
import { toSnakeCase } from './snake-case';
import { toTimestamp } from './user.record';

export function toAuditEventRecord(event: AuditEvent) {
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
  };
}

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
  }),
);

/** `next` is the cursor of the next page, or null on the last page. */
export function toAuditPageRecord({ events, hasMore }: AuditPage) {
  const last = events.at(-1);
  return {
    events: events.map(toAuditEventRecord),
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

export function toExplanationRecord({ requestId, lines, events, hasMore }: Explanation) {
  return { request_id: requestId, lines, events: events.map(toAuditEventRecord), has_more: hasMore };
}

export const explanationSchema = about(
  object({
    request_id: about(string, explanationDescriptions.requestId),
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
