import type { AuditEvent } from './audit-event';

/**
 * The columns of an event. They are listed instead of read from the table: while a newer version migrates, the table
 * can have columns that this version does not know and leaves at their defaults.
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

/** SQL that inserts the events of `parameter`, a JSON array. The statement refers to the rows as `kept`. */
export function insertingEvents(parameter: string): string {
  return `INSERT INTO audit_events AS kept (${names})
    SELECT ${values} FROM jsonb_to_recordset(${parameter}::jsonb) AS event(${types})`;
}

/** An event as a parameter of the statements below. */
export function toAuditParameter(event: AuditEvent): string {
  return JSON.stringify(toRow(event));
}

export function toAuditParameters(events: readonly AuditEvent[]): string {
  return JSON.stringify(events.map(toRow));
}

/**
 * Part of a statement that changes rows: it inserts the event of `parameter` once for each row of `changed`. If `idIs`
 * is given, it names the event's column that gets `changed.id`.
 */
export function auditing(parameter: string, changed: string, idIs?: 'session_id' | 'user_id'): string {
  const row = idIs
    ? `${parameter}::jsonb || jsonb_build_object('id', gen_random_uuid(), '${idIs}', ${changed}.id)`
    : `${parameter}::jsonb`;
  return `INSERT INTO audit_events (${names})
    SELECT ${values} FROM ${changed}, jsonb_to_record(${row}) AS event(${types})`;
}

/** The keys are the names of the columns. */
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
