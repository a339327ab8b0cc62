import type { AuditEvent } from './audit-event';

/**
 * Those that an event has. They are named, not taken from the table: while a newer version migrates, the table has
 * columns that this one does not know, and leaves to their defaults.
 */
const columns = [
  ['id', 'uuid'],
  ['action', 'text'],
  ['outcome', 'text'],
  ['user_id', 'uuid'],
  ['account_key', 'bytea'],
  ['session_id', 'uuid'],
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
const types = columns.map(([name, type]) => `${name} ${type}`).join(', ');

/** The events of `parameter`, a JSON array, as rows that a statement calls `kept`. */
export function insertingEvents(parameter: string): string {
  return `INSERT INTO audit_events AS kept (${names})
    SELECT ${values} FROM jsonb_to_recordset(${parameter}::jsonb) AS event(${types})`;
}

/** As a parameter of the statements below. */
export function toAuditParameter(event: AuditEvent): string {
  return JSON.stringify(toRow(event));
}

export function toAuditParameters(events: readonly AuditEvent[]): string {
  return JSON.stringify(events.map(toRow));
}

/**
 * A part of the statement that does the deed: writes the event of `parameter` down once for each row of `deeds`, which
 * has a column `id` where `idIs` names what it is the id of.
 */
export function auditing(parameter: string, deeds: string, idIs?: 'session_id' | 'user_id'): string {
  const row = idIs
    ? `${parameter}::jsonb || jsonb_build_object('id', gen_random_uuid(), '${idIs}', ${deeds}.id)`
    : `${parameter}::jsonb`;
  return `INSERT INTO audit_events (${names})
    SELECT ${values} FROM ${deeds}, jsonb_to_record(${row}) AS event(${types})`;
}

/** The names are those of the columns. */
function toRow(event: AuditEvent) {
  return {
    id: event.id,
    action: event.action,
    outcome: event.outcome,
    user_id: event.userId,
    account_key: event.accountKey === null ? null : `\\x${event.accountKey}`,
    session_id: event.sessionId,
    ip: event.ip,
    network: event.network,
    user_agent: event.userAgent,
    request_ids: event.requestIds,
    details: event.details,
    first_ts: event.firstTs,
    last_ts: event.lastTs,
    count: event.count,
    fold_key: event.foldKey === null ? null : `\\x${event.foldKey}`,
  };
}
