import type { Queryable, Statement } from '../../platform/db/database';
import type { OrganizationRevocation } from '../users/organization';
import type { AccountRevocation } from './session';

/** A place in the order of all revocations. */
export interface FeedPosition {
  revokedTs: Date;
  /** The id of the session, of the user or of the organization. */
  id: string;
}

/** Of an account or an organization, if one is set, and else of a session. */
export interface FeedEntry extends FeedPosition {
  account: AccountRevocation | null;
  organization: OrganizationRevocation | null;
}

export class RevocationFeedStore {
  constructor(private readonly db: Queryable) {}

  /** Returns the first revocations after a position, of sessions, API keys, accounts and organizations. */
  async list(after: FeedPosition, atMost: number): Promise<FeedEntry[]> {
    const rows = await this.db.run<FeedRow>(listRevocations, [after.revokedTs, after.id, atMost]);
    return rows.map(({ revokedTs, id, revision, exceptSessionId, tokensRevision }) => ({
      revokedTs,
      id,
      account:
        revision === null || tokensRevision === null ? null : { userId: id, revision, exceptSessionId, tokensRevision },
      organization: revision === null || tokensRevision !== null ? null : { organizationId: id, revision },
    }));
  }

  /** Returns when the oldest transaction began that has changed something and has not ended. Null if there is none. */
  async oldestOpenTransaction(): Promise<Date | null> {
    const [row] = await this.db.run<{ startedTs: Date | null }>(oldestOpenTransaction, []);
    return row?.startedTs ?? null;
  }
}

interface FeedRow extends FeedPosition {
  /** Null for a session. */
  revision: number | null;
  exceptSessionId: string | null;
  /** Null for a session, and for an organization. */
  tokensRevision: number | null;
}

/** $1 and $2 the position, $3 the maximum number. */
export const listRevocations: Statement = {
  name: 'revocation_feed',
  // By hand (Prisma): a UNION of index scans, each bounded, from a pair of values.
  text: `
    (SELECT revoked_ts AS "revokedTs", id, NULL::int AS revision, NULL::uuid AS "exceptSessionId",
        NULL::int AS "tokensRevision"
      FROM sessions WHERE (revoked_ts, id) > ($1::timestamptz, $2::uuid) ORDER BY revoked_ts, id LIMIT $3::int)
    UNION ALL
    (SELECT revoked_ts, id, NULL, NULL, NULL
      FROM api_keys WHERE (revoked_ts, id) > ($1::timestamptz, $2::uuid) ORDER BY revoked_ts, id LIMIT $3::int)
    UNION ALL
    (SELECT revoked_ts, user_id, revision, except_session_id, tokens_revision
      FROM account_revocations WHERE (revoked_ts, user_id) > ($1::timestamptz, $2::uuid)
      ORDER BY revoked_ts, user_id LIMIT $3::int)
    UNION ALL
    (SELECT revoked_ts, organization_id, revision, NULL, NULL
      FROM organization_revocations WHERE (revoked_ts, organization_id) > ($1::timestamptz, $2::uuid)
      ORDER BY revoked_ts, organization_id LIMIT $3::int)
    ORDER BY 1, 2 LIMIT $3::int`,
};

const oldestOpenTransaction: Statement = {
  name: 'oldest_open_transaction',
  // By hand (Prisma): no view of the system. The other databases of the server do not matter.
  text: `
    SELECT min(xact_start) AS "startedTs" FROM pg_stat_activity
    WHERE backend_xid IS NOT NULL AND datname = current_database() AND pid <> pg_backend_pid()`,
};
