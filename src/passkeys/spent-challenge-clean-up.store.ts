import type { Queryable, Statement } from '../db/database';

export interface SpentChallengeCleanUpStore {
  /** Removes at most `atMost` challenges that expired before the given time, and returns the number of removed ones. */
  removeExpired(before: Date, atMost: number): Promise<number>;
}

export class SqlSpentChallengeCleanUpStore implements SpentChallengeCleanUpStore {
  constructor(private readonly db: Queryable) {}

  async removeExpired(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeExpired, [before, atMost])).length;
  }
}

export const statements = {
  removeExpired: {
    name: 'clean_up_spent_challenges',
    text: `DELETE FROM spent_challenges WHERE hash = ANY (ARRAY(
      SELECT hash FROM spent_challenges WHERE expires_ts < $1::timestamptz ORDER BY expires_ts LIMIT $2::int)) RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
