import type { AuditEvent } from '../audit/audit-event';
import { auditing, toAuditParameter } from '../audit/audit-statement';
import type { Prisma, PrismaClient, Run, Statement } from '../db/client';
import { type RevocationReason, revocationChannel, type Session } from './session';

export interface NewSession {
  /** UUIDv7. */
  id: string;
  userId: string;
  createdTs: Date;
  expiresTs: Date;
  userAgent: string | null;
  ip: string | null;
  /** The hash of its first refresh token, if it has one. */
  refreshTokenHash: Uint8Array<ArrayBuffer> | null;
}

export interface Rotation {
  hash: Uint8Array<ArrayBuffer>;
  successorHash: Uint8Array<ArrayBuffer>;
  at: Date;
  /** A session that was last used before this has been idle for too long. */
  idleSince: Date;
}

/** A refresh token that could not be rotated, with what explains why. */
export interface UsedRefreshToken {
  session: Session;
  usedTs: Date | null;
  /** Neither revoked nor over, and its user is not disabled. */
  live: boolean;
}

export interface SessionStore {
  /**
   * Opens a session and records the login on its user, together and in one round trip; null if the user is gone or
   * disabled by now. The event is written down with it.
   */
  insert(session: NewSession, audit: AuditEvent): Promise<Session | null>;
  /** Exchanges an unused token of a live session for its successor; null where there is none. One of many at once does. */
  rotate(rotation: Rotation): Promise<Session | null>;
  findRefreshToken(hash: Uint8Array<ArrayBuffer>, at: Date, idleSince: Date): Promise<UsedRefreshToken | null>;
  /** The live sessions of a user, the last used first. */
  listLive(userId: string, at: Date, idleSince: Date): Promise<Session[]>;
  /**
   * Ends these sessions of a user, tells every instance, and returns the ids of those it ended. For each of them the
   * event is written down.
   */
  revoke(which: SessionSelection, reason: RevocationReason, at: Date, audit: AuditEvent): Promise<string[]>;
  /** The ids of the sessions that were revoked since then. */
  listRevokedSince(since: Date): Promise<string[]>;
  isRevoked(id: string): Promise<boolean>;
}

export type SessionSelection = { userId: string } & ({ only: string } | { except: string } | { all: true });

export class PrismaSessionStore implements SessionStore {
  constructor(
    private readonly db: PrismaClient,
    private readonly run: Run,
  ) {}

  async insert(session: NewSession, audit: AuditEvent): Promise<Session | null> {
    const { id, userId, createdTs, expiresTs, userAgent, ip, refreshTokenHash } = session;
    const values = [id, userId, createdTs, expiresTs, userAgent, ip, refreshTokenHash, toAuditParameter(audit)];
    const rows = await this.run(openSession, values);
    return rows.length === 1 ? { id, userId, createdTs, lastUsedTs: createdTs, expiresTs, userAgent, ip } : null;
  }

  async rotate({ hash, successorHash, at, idleSince }: Rotation): Promise<Session | null> {
    const [row] = await this.run<SessionRow>(rotateToken, [hash, successorHash, at, idleSince]);
    return row ? toSession(row) : null;
  }

  async findRefreshToken(hash: Uint8Array<ArrayBuffer>, at: Date, idleSince: Date): Promise<UsedRefreshToken | null> {
    const row = await this.db.refreshToken.findUnique({
      where: { hash },
      include: { session: { include: { user: { select: { disabled: true } } } } },
    });
    if (!row) return null;
    const { session, usedTs } = row;
    const over = session.revokedTs !== null || session.expiresTs <= at || session.lastUsedTs <= idleSince;
    return { session: toSession(session), usedTs, live: !over && !session.user.disabled };
  }

  async listLive(userId: string, at: Date, idleSince: Date): Promise<Session[]> {
    const rows = await this.db.session.findMany({
      where: { userId, revokedTs: null, expiresTs: { gt: at }, lastUsedTs: { gt: idleSince } },
      orderBy: { lastUsedTs: 'desc' },
    });
    return rows.map(toSession);
  }

  async revoke(which: SessionSelection, reason: RevocationReason, at: Date, audit: AuditEvent): Promise<string[]> {
    const only = 'only' in which ? which.only : null;
    const except = 'except' in which ? which.except : null;
    const values = [at, reason, which.userId, only, except, toAuditParameter(audit)];
    const rows = await this.run<{ id: string }>(revokeSessions, values);
    return rows.map((row) => row.id);
  }

  async listRevokedSince(since: Date): Promise<string[]> {
    const rows = await this.db.session.findMany({ where: { revokedTs: { gte: since } }, select: { id: true } });
    return rows.map((row) => row.id);
  }

  async isRevoked(id: string): Promise<boolean> {
    const row = await this.db.session.findUnique({ where: { id }, select: { revokedTs: true } });
    return row === null || row.revokedTs !== null;
  }
}

/** $1 id, $2 user, $3 now, $4 end, $5 user agent, $6 address, $7 hash of the refresh token or null, $8 the event. */
const openSession: Statement = {
  name: 'session_open',
  text: `
    WITH person AS (
      UPDATE users SET last_login_ts = $3::timestamptz WHERE id = $2::uuid AND NOT disabled RETURNING id
    ), opened AS (
      INSERT INTO sessions (id, user_id, created_ts, last_used_ts, expires_ts, user_agent, ip)
      SELECT $1::uuid, id, $3, $3, $4::timestamptz, $5::text, $6::text FROM person
      RETURNING id
    ), token AS (
      INSERT INTO refresh_tokens (hash, session_id, created_ts)
      SELECT $7::bytea, id, $3 FROM opened WHERE $7::bytea IS NOT NULL
    ), audited AS (${auditing('$8', 'opened')})
    SELECT 1 FROM opened`,
};

/**
 * $1 hash, $2 hash of the successor, $3 now, $4 the last use that is not too long ago. One statement, so one
 * transaction: a loser of a race waits for the winner's row lock and then finds the token used.
 */
const rotateToken: Statement = {
  name: 'refresh_token_rotate',
  text: `
    WITH spent AS (
      UPDATE refresh_tokens t SET used_ts = $3::timestamptz
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE t.hash = $1::bytea AND t.used_ts IS NULL AND s.id = t.session_id AND s.revoked_ts IS NULL
        AND s.expires_ts > $3 AND s.last_used_ts > $4::timestamptz AND NOT u.disabled
      RETURNING t.session_id
    ), renewed AS (
      UPDATE sessions s SET last_used_ts = $3 FROM spent
      WHERE s.id = spent.session_id AND s.revoked_ts IS NULL
      RETURNING s.id, s.user_id AS "userId", s.created_ts AS "createdTs", s.last_used_ts AS "lastUsedTs",
        s.expires_ts AS "expiresTs", s.user_agent AS "userAgent", s.ip
    ), successor AS (
      INSERT INTO refresh_tokens (hash, session_id, created_ts) SELECT $2::bytea, id, $3 FROM renewed
    )
    SELECT * FROM renewed`,
};

/** $1 now, $2 reason, $3 user, $4 only this one, $5 not this one, $6 the event. */
const revokeSessions: Statement = {
  name: 'sessions_revoke',
  // NOTIFY in the same statement: it is told exactly when it is true.
  text: `
    WITH revoked AS (
      UPDATE sessions SET revoked_ts = $1::timestamptz, revoked_reason = $2
      WHERE user_id = $3::uuid AND revoked_ts IS NULL
        AND ($4::uuid IS NULL OR id = $4::uuid) AND ($5::uuid IS NULL OR id <> $5::uuid)
      RETURNING id
    ), audited AS (${auditing('$6', 'revoked', 'session_id')})
    SELECT id::text, pg_notify('${revocationChannel}', id::text)::text FROM revoked`,
};

type SessionRow = Pick<
  Prisma.SessionModel,
  'id' | 'userId' | 'createdTs' | 'lastUsedTs' | 'expiresTs' | 'userAgent' | 'ip'
>;

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.userId,
    createdTs: row.createdTs,
    lastUsedTs: row.lastUsedTs,
    expiresTs: row.expiresTs,
    userAgent: row.userAgent,
    ip: row.ip,
  };
}
