import type { Queryable, Statement } from '../db/database';

/** Each method removes at most `atMost` rows, and returns the number of removed rows. */
export interface RateLimitCleanUpStore {
  /** Removes expired counts. `now` is in ms since 1970. */
  removeCounts(now: number, atMost: number): Promise<number>;
  removeKnownNetworks(before: Date, atMost: number): Promise<number>;
}

export class SqlRateLimitCleanUpStore implements RateLimitCleanUpStore {
  constructor(private readonly db: Queryable) {}

  async removeCounts(now: number, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeCounts, [now, atMost])).length;
  }

  async removeKnownNetworks(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeKnownNetworks, [before, atMost])).length;
  }
}

export const statements = {
  removeCounts: {
    name: 'clean_up_counts',
    text: `DELETE FROM rate_limits WHERE key = ANY (ARRAY(
      SELECT key FROM rate_limits WHERE expire < $1::bigint ORDER BY expire LIMIT $2::int)) RETURNING 1`,
  },
  removeKnownNetworks: {
    name: 'clean_up_known_networks',
    text: `DELETE FROM known_networks WHERE key = ANY (ARRAY(
      SELECT key FROM known_networks WHERE seen_ts < $1::timestamptz ORDER BY seen_ts LIMIT $2::int)) RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
