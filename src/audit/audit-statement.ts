import type { AuditEvent } from './audit-event';

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
  return `INSERT INTO audit_events SELECT (jsonb_populate_record(NULL::audit_events, ${row})).* FROM ${deeds}`;
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
