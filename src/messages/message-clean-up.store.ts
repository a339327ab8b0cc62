import type { Queryable, Statement } from '../db/database';

/** Each method changes at most `atMost` rows, and returns their number. */
export interface MessageCleanUpStore {
  /** Ends the messages that were not sent before their end. */
  endExpired(now: Date, atMost: number): Promise<number>;
  /** Removes the messages that ended before the given time, with their addresses. */
  removeEnded(before: Date, atMost: number): Promise<number>;
}

export class SqlMessageCleanUpStore implements MessageCleanUpStore {
  constructor(private readonly db: Queryable) {}

  async endExpired(now: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.endExpired, [now, atMost])).length;
  }

  async removeEnded(before: Date, atMost: number): Promise<number> {
    return (await this.db.run(statements.removeEnded, [before, atMost])).length;
  }
}

export const statements = {
  /** A message that is being sent ends where it is sent. */
  endExpired: {
    name: 'clean_up_expired_messages',
    text: `UPDATE messages SET due_ts = NULL, lease_ts = NULL, ended_ts = $1::timestamptz, problem = 'expired'
      WHERE id = ANY (ARRAY(
        SELECT id FROM messages
        WHERE due_ts IS NOT NULL AND expires_ts < $1::timestamptz AND (lease_ts IS NULL OR lease_ts < $1)
        ORDER BY due_ts LIMIT $2::int FOR UPDATE SKIP LOCKED)) RETURNING 1`,
  },
  removeEnded: {
    name: 'clean_up_messages',
    text: `DELETE FROM messages WHERE id = ANY (ARRAY(
      SELECT id FROM messages WHERE ended_ts < $1::timestamptz ORDER BY ended_ts LIMIT $2::int)) RETURNING 1`,
  },
} as const satisfies Record<string, Statement>;
