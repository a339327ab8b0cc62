import type { AuditEvent } from './audit-event';

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
const types = columns.map(([name, type]) => `${name} ${type}`).join(', ');

/** Returns SQL that inserts the events of `parameter`, a JSON array. The SQL names existing rows `kept`. */
export function insertingEvents(parameter: string): string {
  return `INSERT INTO audit_events AS kept (${names})
    SELECT ${values} FROM jsonb_to_recordset(${parameter}::jsonb) AS event(${types})`;
}

/** Converts an event to JSON, for the parameter of `auditing`. */
export function toAuditParameter(event: AuditEvent): string {
  return JSON.stringify(toRow(event));
}

export function toAuditParameters(events: readonly AuditEvent[]): string {
  return JSON.stringify(events.map(toRow));
}

/**
 * Returns the part of a statement that inserts the event of `parameter` once for each row of `changed`. The column
 * `idIs` of the event gets the value of `changed.id`.
 */
export function auditing(parameter: string, changed: string, idIs?: 'session_id' | 'user_id'): string {
  const row = idIs
    ? `${parameter}::jsonb || jsonb_build_object('id', gen_random_uuid(), '${idIs}', ${changed}.id)`
    : `${parameter}::jsonb`;
  return `INSERT INTO audit_events (${names})
    SELECT ${values} FROM ${changed}, jsonb_to_record(${row}) AS event(${types})`;
}

function toRow(event: AuditEvent) {
  return {
    id: event.id,
    action: event.action,
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
  };
}
