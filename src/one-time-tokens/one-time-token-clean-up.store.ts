import type { Queryable, Statement } from '../db/database';

export interface OneTimeTokenCleanUpStore {
  /** Removes at most `atMost` tokens that expired before the given time, and returns the number of removed tokens. */
  removeExpired(before: Date, atMost: number): Promise<number>;
  /** As `removeExpired`, of the challenges of logins. */
  removeExpiredChallenges(before: Date, atMost: number): Promise<number>;
}

export class SqlOneTimeTokenCleanUpStore implements OneTimeTokenCleanUpStore {
  constructor(private readonly db: Queryable) {}

  async removeExpired(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeExpired, [before, atMost])).length;
  }

  async removeExpiredChallenges(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeExpiredChallenges, [before, atMost])).length;
  }
}

export const statements = {
  removeExpired: {
    name: 'clean_up_one_time_tokens',
    text: `DELETE FROM one_time_tokens WHERE id = ANY (ARRAY(
      SELECT id FROM one_time_tokens WHERE expires_ts < $1::timestamptz ORDER BY expires_ts LIMIT $2::int)) RETURNING 1`,
  },
  /** The newest first: behind them are the expired tokens of mails, and only the last batch reads past all of those. */
  removeExpiredChallenges: {
    name: 'clean_up_login_challenges',
    text: `DELETE FROM one_time_tokens WHERE id = ANY (ARRAY(
      SELECT id FROM one_time_tokens WHERE purpose = 'complete_login' AND expires_ts < $1::timestamptz
      ORDER BY expires_ts DESC LIMIT $2::int)) RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
