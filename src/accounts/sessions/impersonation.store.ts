import type { NewAuditEvent } from '../../platform/audit/audit-event';
import { auditing, toAuditParameter } from '../../platform/audit/audit-statement';
import type { Queryable } from '../../platform/db/database';
import { withOptionalParts } from '../../platform/db/optional-part';

export interface NewImpersonation {
  /** A UUIDv7. */
  id: string;
  userId: string;
  actor: { userId: string; sessionId: string };
  at: Date;
  /** The session ends earlier if the session of the super admin does. */
  expiresTs: Date;
  /** A session of the super admin has expired if it was last used before this time. */
  idleSince: Date;
}

export interface OpenedImpersonation {
  /** The revision of the session. */
  revision: number;
  /** The roles of the user, which belong to this revision. */
  roles: string[];
  expiresTs: Date;
}

export class ImpersonationStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Opens a session in which a super admin acts as a user, and records the event, in one statement. Returns null if at this
   * moment the user is a super admin, disabled or deleted, or if the super admin is none or has no such session. The login
   * time and the other sessions of the user stay as they are.
   */
  async open(impersonation: NewImpersonation, audit: NewAuditEvent): Promise<OpenedImpersonation | null> {
    const { id, userId, actor, at, expiresTs, idleSince } = impersonation;
    const session: unknown[] = [id, userId, at, expiresTs, actor.userId, actor.sessionId, idleSince];
    const values = session.concat(toAuditParameter(audit));
    const [row] = await this.db.run<OpenedImpersonation>(openImpersonation, values);
    return row ?? null;
  }
}

/**
 * $1 id, $2 user, $3 now, $4 the latest end, $5 super admin, $6 session of the super admin, $7 the earliest last use of a
 * live session, $8 the event. A promotion also locks the row of the user. A promotion before this statement leaves no
 * session, and a promotion after it ends the session.
 *
 * The user has proved nothing in this session: no method, and a time that is older than every age that is asked for.
 */
const openImpersonation = withOptionalParts({
  name: 'impersonation_open',
  // By hand (race): with a promotion or the disabling of the user, and with the end of the session of the super admin.
  text: `
    WITH actor AS (
      SELECT admin.id, own.id AS session_id,
        least($4::timestamptz, own.expires_ts, $3::timestamptz + (own.last_used_ts - $7::timestamptz)) AS expires_ts
      FROM users admin JOIN sessions own ON own.user_id = admin.id AND own.revision = admin.revision
      WHERE admin.id = $5::uuid AND admin.is_super_admin AND NOT admin.disabled AND own.id = $6::uuid
        AND own.actor_id IS NULL AND own.revoked_ts IS NULL AND own.expires_ts > $3 AND own.last_used_ts > $7
    ), person AS (
      SELECT id, revision, roles FROM users WHERE id = $2::uuid AND NOT disabled AND NOT is_super_admin FOR NO KEY UPDATE
    ), opened AS (
      INSERT INTO sessions (id, user_id, created_ts, last_used_ts, auth_ts, acr, amr, expires_ts, revision, actor_id,
        actor_session_id)
      SELECT $1::uuid, person.id, $3, $3, to_timestamp(0), 'aal1', '{}', actor.expires_ts, person.revision, actor.id,
        actor.session_id
      FROM person, actor
      RETURNING id, expires_ts
    ), audited AS (${auditing('$8', 'opened')})
    SELECT person.revision, person.roles, opened.expires_ts AS "expiresTs" FROM person, opened`,
});
