import type { Run, Statement } from '../db/client';

/** Removals: each statement removes at most so many rows, or what it is given, and says how many. */
export interface CleanUpStore {
  /** Whether the job is the caller's: nobody has begun it since then. */
  claim(job: string, at: Date, since: Date): Promise<boolean>;
  removeAudit(before: Date, atMost: number): Promise<number>;
  /** Ids of sessions that were revoked or over before then. */
  listEndedSessions(before: Date, atMost: number): Promise<string[]>;
  /** Reads so many sessions in the order of their ids, and finds those that were not used since then. */
  listIdleSessions(since: Date, page: { after: string; size: number }): Promise<IdleSessions>;
  removeRefreshTokens(sessionIds: readonly string[], atMost: number): Promise<number>;
  /** What they still have of refresh tokens goes with them. */
  removeSessions(ids: readonly string[]): Promise<number>;
  /** Of accounts of which no token can be valid any more. */
  removeAccountRevocations(before: Date, atMost: number): Promise<number>;
  /** Counts of limits that are over, `now` in ms since 1970. */
  removeCounts(now: number, atMost: number): Promise<number>;
  removeKnownNetworks(before: Date, atMost: number): Promise<number>;
}

export interface IdleSessions {
  ids: string[];
  /** The last session that was read, where the next page begins; null where there is none. */
  last: string | null;
}

export class SqlCleanUpStore implements CleanUpStore {
  constructor(private readonly run: Run) {}

  async claim(job: string, at: Date, since: Date): Promise<boolean> {
    return (await this.run(claim, [job, at, since])).length === 1;
  }

  async removeAudit(before: Date, atMost: number): Promise<number> {
    return (await this.run(statements.removeAudit, [before, atMost])).length;
  }

  async listEndedSessions(before: Date, atMost: number): Promise<string[]> {
    return (await this.run<{ id: string }>(statements.listEndedSessions, [before, atMost])).map(({ id }) => id);
  }

  async listIdleSessions(since: Date, { after, size }: { after: string; size: number }): Promise<IdleSessions> {
    const values = [since, after, firstIdOf(since), size];
    const [row] = await this.run<IdleSessions & { read: number }>(statements.listIdleSessions, values);
    return { ids: row?.ids ?? [], last: row?.read === size ? row.last : null };
  }

  async removeRefreshTokens(sessionIds: readonly string[], atMost: number): Promise<number> {
    return (await this.run(statements.removeRefreshTokens, [JSON.stringify(sessionIds), atMost])).length;
  }

  async removeSessions(ids: readonly string[]): Promise<number> {
    return (await this.run(statements.removeSessions, [JSON.stringify(ids)])).length;
  }

  async removeAccountRevocations(before: Date, atMost: number): Promise<number> {
    return (await this.run(statements.removeAccountRevocations, [before, atMost])).length;
  }

  async removeCounts(now: number, atMost: number): Promise<number> {
    return (await this.run(statements.removeCounts, [now, atMost])).length;
  }

  async removeKnownNetworks(before: Date, atMost: number): Promise<number> {
    return (await this.run(statements.removeKnownNetworks, [before, atMost])).length;
  }
}

const claim: Statement = {
  name: 'job_claim',
  text: `INSERT INTO jobs (name, started_ts) VALUES ($1, $2::timestamptz)
    ON CONFLICT (name) DO UPDATE SET started_ts = excluded.started_ts WHERE jobs.started_ts < $3::timestamptz
    RETURNING name`,
};

/** The ids of the sessions that a JSON array holds. */
const given = 'ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)::uuid))';

/** Each by an index, and none by a column that a refresh changes: an index on it would make every refresh dearer. */
export const statements = {
  removeAudit: {
    name: 'clean_up_audit',
    text: `DELETE FROM audit_events WHERE id = ANY (ARRAY(
      SELECT id FROM audit_events WHERE last_ts < $1::timestamptz ORDER BY last_ts LIMIT $2::int)) RETURNING 1`,
  },
  listEndedSessions: {
    name: 'clean_up_ended_sessions',
    text: `(SELECT id::text FROM sessions WHERE revoked_ts < $1::timestamptz ORDER BY revoked_ts LIMIT $2::int)
      UNION (SELECT id::text FROM sessions WHERE expires_ts < $1::timestamptz ORDER BY expires_ts LIMIT $2::int)`,
  },
  /** $1 since when not used, $2 the id before the page, $3 the first id of that time, $4 how many. */
  listIdleSessions: {
    name: 'clean_up_idle_sessions',
    text: `SELECT count(*)::int AS read, max(id::text) AS last,
        coalesce(array_agg(id::text) FILTER (WHERE last_used_ts < $1::timestamptz), '{}') AS ids
      FROM (SELECT id, last_used_ts FROM sessions WHERE id > $2::uuid AND id < $3::uuid ORDER BY id LIMIT $4::int) page`,
  },
  removeRefreshTokens: {
    name: 'clean_up_refresh_tokens',
    text: `DELETE FROM refresh_tokens WHERE hash = ANY (ARRAY(
      SELECT hash FROM refresh_tokens WHERE session_id = ${given} LIMIT $2::int)) RETURNING 1`,
  },
  removeSessions: {
    name: 'clean_up_sessions',
    text: `DELETE FROM sessions WHERE id = ${given} RETURNING 1`,
  },
  removeAccountRevocations: {
    name: 'clean_up_account_revocations',
    text: `DELETE FROM account_revocations WHERE user_id = ANY (ARRAY(
      SELECT user_id FROM account_revocations WHERE revoked_ts < $1::timestamptz ORDER BY revoked_ts LIMIT $2::int)) RETURNING 1`,
  },
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

/** The smallest UUIDv7 of a time: what was created before has a smaller one. */
function firstIdOf(time: Date): string {
  const ms = time.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
