import type { Queryable, Statement } from '../db/database';

export interface PendingRegistrationCleanUpStore {
  /** Removes at most `atMost` registrations that expired before the given time, and returns their number. */
  removeExpired(before: Date, atMost: number): Promise<number>;
}

export class SqlPendingRegistrationCleanUpStore implements PendingRegistrationCleanUpStore {
  constructor(private readonly db: Queryable) {}

  async removeExpired(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeExpired, [before, atMost])).length;
  }
}

export const statements = {
  removeExpired: {
    name: 'clean_up_pending_registrations',
    text: `DELETE FROM pending_registrations WHERE id = ANY (ARRAY(
      SELECT id FROM pending_registrations WHERE expires_ts < $1::timestamptz ORDER BY expires_ts LIMIT $2::int)) RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
