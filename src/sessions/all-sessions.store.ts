import type { AuditEvent } from '../audit/audit-event';
import { auditing, toAuditParameter } from '../audit/audit-statement';
import type { Run, Statement } from '../db/client';
import type { RevocationReason } from './session';

export interface AllSessionsStore {
  /**
   * Ends up to `limit` sessions, whoever they belong to, and returns how many it ended. For each of them the event is
   * written down. No instance is told: what else they accept is decided by the keys.
   */
  revokeSome(limit: number, reason: RevocationReason, at: Date, audit: AuditEvent): Promise<number>;
}

export class SqlAllSessionsStore implements AllSessionsStore {
  constructor(private readonly run: Run) {}

  async revokeSome(limit: number, reason: RevocationReason, at: Date, audit: AuditEvent): Promise<number> {
    const [row] = await this.run<{ ended: number }>(revokeSome, [at, reason, limit, toAuditParameter(audit)]);
    return row?.ended ?? 0;
  }
}

/** $1 now, $2 reason, $3 how many at most, $4 the event. */
const revokeSome: Statement = {
  name: 'sessions_revoke_some',
  text: `
    WITH revoked AS (
      UPDATE sessions SET revoked_ts = $1::timestamptz, revoked_reason = $2
      WHERE id IN (SELECT id FROM sessions WHERE revoked_ts IS NULL LIMIT $3::int)
      RETURNING id
    ), audited AS (${auditing('$4', 'revoked', 'session_id')})
    SELECT count(*)::int AS ended FROM revoked`,
};
