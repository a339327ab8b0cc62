import { optional, withOptionalParts } from '../db/optional-part';
import type { AuditAction } from './action';
import type { NewAuditEvent } from './audit-event';

/** Not read from the table: while a newer version migrates, the table can have columns unknown to this version. */
const columns = [
  ['id', 'uuid'],
  ['action', 'text'],
  ['outcome', 'text'],
  ['user_id', 'uuid'],
  ['account_key', 'bytea'],
  ['session_id', 'uuid'],
  ['actor_id', 'uuid'],
  ['ip', 'text'],
  ['network', 'text'],
  ['user_agent', 'text'],
  ['request_ids', 'text[]'],
  ['details', 'jsonb'],
  ['first_ts', 'timestamptz'],
  ['last_ts', 'timestamptz'],
  ['count', 'int'],
  ['fold_key', 'bytea'],
] as const;
const names = columns.map(([name]) => name).join(', ');
const values = columns.map(([name]) => `event.${name}`).join(', ');
/** The JSON of an event also has its events of webhooks. */
const types = columns
  .map(([name, type]) => `${name} ${type}`)
  .concat('events jsonb')
  .join(', ');

/** The notification channel of webhooks. */
export const webhookChannel = 'gatehouse_webhook';
/** The optional part of statements that writes the events of webhooks. */
export const eventsPart = 'events';

/** Returns SQL that inserts the events of `parameter`, a JSON array. The SQL names existing rows `kept`. */
export function insertingEvents(parameter: string): string {
  return `INSERT INTO audit_events AS kept (${names})
    SELECT ${values} FROM jsonb_to_recordset(${parameter}::jsonb) AS event(${types})`;
}

/** Converts an event to JSON, for the parameter of `auditing`. */
export function toAuditParameter(event: NewAuditEvent): string {
  return JSON.stringify(toRow(event));
}

export function toAuditParameters(events: readonly NewAuditEvent[]): string {
  return JSON.stringify(events.map(toRow));
}

/**
 * Returns the part of a statement that inserts the event of `parameter` once for each row of `changed`. The column
 * `idIs` of the event gets the value of `changed.id`, and with `ofUser` the column `user_id` that of `changed.user_id`.
 */
export function auditing(
  parameter: string,
  changed: string,
  idIs?: 'session_id' | 'user_id',
  { ofUser = false } = {},
): string {
  const user = ofUser ? `, 'user_id', ${changed}.user_id` : '';
  const row = idIs
    ? `${parameter}::jsonb || jsonb_build_object('id', gen_random_uuid(), '${idIs}', ${changed}.id${user})`
    : `${parameter}::jsonb`;
  const from = `${changed} CROSS JOIN jsonb_to_record(${row}) AS event(${types})`;
  return `INSERT INTO audit_events (${names})
    SELECT ${values} FROM ${from}${optional(eventsPart, `), events_of_${changed} AS (${deliveringEvents(from)}`)}`;
}

/** Inserts a delivery for each endpoint that gets the type of an event. An action of the audit can be several events. */
function deliveringEvents(from: string): string {
  return `INSERT INTO webhook_deliveries (endpoint_id, type, data, created_ts, due_ts)
    SELECT endpoint.id, kind.type, jsonb_strip_nulls(jsonb_build_object('user_id', event.user_id,
      'session_id', event.session_id, 'except_session_id', event.details->'exceptSessionId',
      'changed', coalesce(kind.changed, event.details->'fields'),
      'method', event.details->'method', 'factor', event.details->'factor', 'key_id', event.details->'keyId',
      'organization_id', event.details->'organizationId',
      'roles', CASE WHEN event.details ? 'organizationId' THEN event.details->'roles' END)), event.last_ts, event.last_ts
    FROM ${from}
    CROSS JOIN jsonb_to_recordset(event.events) AS kind(type text, changed jsonb)
    JOIN webhook_endpoints endpoint ON endpoint.disabled_ts IS NULL AND kind.type = ANY (endpoint.types)
    WHERE event.outcome = 'success' AND event.details->'again' IS NULL
    RETURNING pg_notify('${webhookChannel}', '')::text`;
}

function toRow(event: NewAuditEvent) {
  return {
    id: event.id,
    action: event.action.name,
    outcome: event.outcome,
    user_id: event.userId,
    account_key: event.accountKey === null ? null : `\\x${event.accountKey}`,
    session_id: event.sessionId,
    actor_id: event.actorId,
    ip: event.ip,
    network: event.network,
    user_agent: event.userAgent,
    request_ids: event.requestIds,
    details: event.details,
    first_ts: event.firstTs,
    last_ts: event.lastTs,
    count: event.count,
    fold_key: event.foldKey === null ? null : `\\x${event.foldKey}`,
    ...eventsOf(event.action),
  };
}

function eventsOf({ event }: AuditAction) {
  if (typeof event === 'string') return null;
  const { types, changed } = event;
  return { events: types.map(({ name }) => ({ type: name, ...(changed !== undefined && { changed: [changed] }) })) };
}

/** Inserts the events of $1, a JSON array. */
export const insertEvents = withOptionalParts({
  name: 'audit_insert',
  // By hand (Prisma): with an endpoint of webhooks, the same statement writes the deliveries.
  text: `WITH written AS (${insertingEvents('$1')}${optional(
    eventsPart,
    `), delivered AS (${deliveringEvents(`jsonb_to_recordset($1::jsonb) AS event(${types})`)}`,
  )}) SELECT 1`,
});
