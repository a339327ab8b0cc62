import type { Run, Statement } from '../db/client';

/** Removals: each removes at most so many rows and says how many. */
export interface CleanUpStore {
  /** Whether the job is the caller's: nobody has begun it since then. */
  claim(job: string, at: Date, since: Date): Promise<boolean>;
  removeAudit(before: Date, atMost: number): Promise<number>;
  /** Those that were revoked or over before `ended`, or not used since `used`, with their refresh tokens. */
  removeSessions(ended: Date, used: Date, atMost: number): Promise<number>;
  /** Counts of limits that are over, `now` in ms since 1970. */
  removeCounts(now: number, atMost: number): Promise<number>;
  removeKnownNetworks(before: Date, atMost: number): Promise<number>;
}

export class SqlCleanUpStore implements CleanUpStore {
  constructor(private readonly run: Run) {}

  async claim(job: string, at: Date, since: Date): Promise<boolean> {
    return (await this.run(claim, [job, at, since])).length === 1;
  }

  async removeAudit(before: Date, atMost: number): Promise<number> {
    return (await this.run(removeAudit, [before, atMost])).length;
  }

  async removeSessions(ended: Date, used: Date, atMost: number): Promise<number> {
    return (await this.run(removeSessions, [ended, used, atMost])).length;
  }

  async removeCounts(now: number, atMost: number): Promise<number> {
    return (await this.run(removeCounts, [now, atMost])).length;
  }

  async removeKnownNetworks(before: Date, atMost: number): Promise<number> {
    return (await this.run(removeKnownNetworks, [before, atMost])).length;
  }
}

const claim: Statement = {
  name: 'job_claim',
  text: `INSERT INTO jobs (name, started_ts) VALUES ($1, $2::timestamptz)
    ON CONFLICT (name) DO UPDATE SET started_ts = excluded.started_ts WHERE jobs.started_ts < $3::timestamptz
    RETURNING name`,
};

const removeAudit: Statement = {
  name: 'clean_up_audit',
  text: `DELETE FROM audit_events WHERE id IN
    (SELECT id FROM audit_events WHERE last_ts < $1::timestamptz ORDER BY last_ts LIMIT $2::int) RETURNING 1`,
};

const removeSessions: Statement = {
  name: 'clean_up_sessions',
  text: `DELETE FROM sessions WHERE id IN
    (SELECT id FROM sessions
      WHERE revoked_ts < $1::timestamptz OR expires_ts < $1::timestamptz OR last_used_ts < $2::timestamptz
      LIMIT $3::int) RETURNING 1`,
};

const removeCounts: Statement = {
  name: 'clean_up_counts',
  text: `DELETE FROM rate_limits WHERE key IN
    (SELECT key FROM rate_limits WHERE expire < $1::bigint LIMIT $2::int) RETURNING 1`,
};

const removeKnownNetworks: Statement = {
  name: 'clean_up_known_networks',
  text: `DELETE FROM known_networks WHERE key IN
    (SELECT key FROM known_networks WHERE seen_ts < $1::timestamptz LIMIT $2::int) RETURNING 1`,
};
