import type { Queryable, Statement } from '../db/database';

export interface EmailChangeCleanUpStore {
  /** Removes at most `atMost` changes that expired before the given time, and returns the number of removed changes. */
  removeExpired(before: Date, atMost: number): Promise<number>;
}

export class SqlEmailChangeCleanUpStore implements EmailChangeCleanUpStore {
  constructor(private readonly db: Queryable) {}

  async removeExpired(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeExpired, [before, atMost])).length;
  }
}

export const statements = {
  removeExpired: {
    name: 'clean_up_email_changes',
    text: `DELETE FROM email_changes WHERE id = ANY (ARRAY(
      SELECT id FROM email_changes WHERE expires_ts < $1::timestamptz ORDER BY expires_ts LIMIT $2::int)) RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
