import type { Queryable, Statement } from '../db/database';

export interface AuditCleanUpStore {
  /** Removes at most `atMost` events that last happened before the given time. Returns the number of removed events. */
  removeEvents(before: Date, atMost: number): Promise<number>;
}

export class SqlAuditCleanUpStore implements AuditCleanUpStore {
  constructor(private readonly db: Queryable) {}

  async removeEvents(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeEvents, [before, atMost])).length;
  }
}

export const statements = {
  removeEvents: {
    name: 'clean_up_audit',
    text: `DELETE FROM audit_events WHERE id = ANY (ARRAY(
      SELECT id FROM audit_events WHERE last_ts < $1::timestamptz ORDER BY last_ts LIMIT $2::int)) RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
