import type { Queryable } from '../../platform/db/database';
import { withOptionalParts } from '../../platform/db/optional-part';
import type { SessionEnd } from '../../platform/errors/session-end';
import { loggingOut } from './logout-statement';

export class AllSessionsStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Ends at most `limit` sessions of any accounts, and returns their ids. Does not notify the instances, so the caller
   * must revoke the signing keys to invalidate the access tokens.
   */
  async revokeSome(limit: number, reason: SessionEnd, at: Date): Promise<string[]> {
    return (await this.db.run<{ id: string }>(revokeSome, [at, reason.name, limit])).map(({ id }) => id);
  }
}

/** $1 now, $2 reason, $3 the maximum number. The clients of sessions that had ended with their accounts know it. */
const revokeSome = withOptionalParts({
  name: 'sessions_revoke_some',
  // By hand (Prisma): the same statement writes the logouts of clients.
  text: `
    WITH revoked AS (
      UPDATE sessions SET revoked_ts = $1::timestamptz, revoked_reason = $2
      WHERE revoked_ts IS NULL AND id IN (SELECT id FROM sessions WHERE revoked_ts IS NULL LIMIT $3::int)
      RETURNING id, user_id, client_id, revision, expires_ts
    ), of_clients AS (
      SELECT s.id, s.user_id, s.client_id FROM revoked s JOIN users u ON u.id = s.user_id
      WHERE s.client_id IS NOT NULL AND (u.revision = s.revision OR s.expires_ts <= $1)${loggingOut('of_clients', '$1')}
    ) SELECT id FROM revoked`,
});
