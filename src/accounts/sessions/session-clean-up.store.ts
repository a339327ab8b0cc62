import type { Queryable, Statement } from '../../platform/db/database';

export interface IdleSessions {
  ids: string[];
  /** The id of the last session of the page, where the next page continues. Null on the last page. */
  last: string | null;
}

/** Each removal is limited to `atMost` rows or to the given ids, and returns the number of removed rows. */
export class SessionCleanUpStore {
  constructor(private readonly db: Queryable) {}

  /** Returns the ids of sessions that were revoked or had expired before the given time. */
  async listEnded(before: Date, atMost: number): Promise<string[]> {
    return (await this.db.run<{ id: string }>(statements.listEnded, [before, atMost])).map(({ id }) => id);
  }

  /** Reads a page of sessions by their ids. Returns the sessions that were not used since the given time. */
  async listIdle(since: Date, { after, size }: { after: string; size: number }): Promise<IdleSessions> {
    const values = [since, after, firstIdOf(since), size];
    const [row] = await this.db.run<IdleSessions & { read: number }>(statements.listIdle, values);
    return { ids: row?.ids ?? [], last: row?.read === size ? row.last : null };
  }

  async removeRefreshTokens(sessionIds: readonly string[], atMost: number): Promise<number> {
    return (await this.db.run(statements.removeRefreshTokens, [JSON.stringify(sessionIds), atMost])).length;
  }

  /** Removes the sessions. The database removes their remaining refresh tokens. */
  async removeSessions(ids: readonly string[]): Promise<number> {
    return (await this.db.run(statements.removeSessions, [JSON.stringify(ids)])).length;
  }
}

/** $1 is a JSON array of session ids. */
const given = 'ANY (ARRAY(SELECT jsonb_array_elements_text($1::jsonb)::uuid))';

/** Each statement uses an index. No index is on a column that a refresh changes, so that refreshes stay cheap. */
export const statements = {
  listEnded: {
    name: 'clean_up_ended_sessions',
    // By hand (Prisma): a UNION of two index scans, each bounded.
    text: `(SELECT id::text FROM sessions WHERE revoked_ts < $1::timestamptz ORDER BY revoked_ts LIMIT $2::int)
      UNION (SELECT id::text FROM sessions WHERE expires_ts < $1::timestamptz ORDER BY expires_ts LIMIT $2::int)`,
  },
  /** $1 the earliest last use of a live session, $2 the id before the page, $3 the first id of that time, $4 size. */
  listIdle: {
    name: 'clean_up_idle_sessions',
    // By hand (Prisma): a page is read by one index and filtered by a column that must have no index.
    text: `SELECT count(*)::int AS read, max(id::text) AS last,
        coalesce(array_agg(id::text) FILTER (WHERE last_used_ts < $1::timestamptz), '{}') AS ids
      FROM (SELECT id, last_used_ts FROM sessions WHERE id > $2::uuid AND id < $3::uuid ORDER BY id LIMIT $4::int) page`,
  },
  removeRefreshTokens: {
    name: 'clean_up_refresh_tokens',
    // By hand (Prisma): no bounded DELETE in the order of an index, which takes few locks and never sorts a table.
    text: `DELETE FROM refresh_tokens WHERE hash = ANY (ARRAY(
      SELECT hash FROM refresh_tokens WHERE session_id = ${given} LIMIT $2::int)) RETURNING 1`,
  },
  removeSessions: {
    name: 'clean_up_sessions',
    // By hand: one parameter for any number of ids, so that the plan is the tested one.
    text: `DELETE FROM sessions WHERE id = ${given} RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;

/** Returns the smallest UUIDv7 of a time (RFC 9562). Sessions that were created before have smaller ids. */
function firstIdOf(time: Date): string {
  const ms = time.getTime().toString(16).padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-000000000000`;
}
