import type { NewAuditEvent } from '../../platform/audit/audit-event';
import { auditing, toAuditParameter } from '../../platform/audit/audit-statement';
import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { valuesOf, withNames } from '../../platform/db/named-statement';
import { withOptionalParts } from '../../platform/db/optional-part';
import type { SessionEnd } from '../../platform/errors/session-end';
import type { KnownNetwork } from '../../platform/rate-limits/known-networks';
import { type Acr, type Authentication, type AuthenticationMethod, byPassword } from '../tokens/authentication';
import {
  columnsForDevice,
  type DeviceParameters,
  type LoginDevice,
  learningDevice,
  withDevice,
} from './device-statement';
import { loggingOut, loggingOutOfAll } from './logout-statement';
import { actsFor } from './organization-statement';
import {
  type AccountRevocation,
  endOf,
  mostCounted,
  mostEndedByLogin,
  notifying,
  type RefreshingClient,
  resourcesOf,
  type Session,
  type SessionClient,
  type SessionFacts,
  type SessionOfUser,
} from './session';
import type { SessionPageRequest } from './session-page';
import { sessionEnds } from './sessions.reasons';

/** Null: with any value. */
export interface SessionGuard {
  passwordHash: string | null;
  /** The second factors of the account (`Credentials.factors`). */
  factors: readonly string[] | null;
  /** Whether two-step sign-in is on (`Credentials.twoStep`). */
  twoStep: boolean | null;
}

export interface NewSession {
  /** A UUIDv7. */
  id: string;
  userId: string;
  createdTs: Date;
  expiresTs: Date;
  userAgent: string | null;
  ip: string | null;
  /** The hash of the first refresh token. Null for a session without refresh tokens. */
  refreshTokenHash: Uint8Array<ArrayBuffer> | null;
  authentication: Authentication;
  /** What the login has verified. The session is opened only while the account still has it. */
  guard: SessionGuard;
}

/** The maximum number of sessions of an account, and the audit event for each session that ends because of it. */
export interface SessionBound {
  atMost: number;
  audit: NewAuditEvent;
}

/** Where a login comes from. */
export interface LoginOrigin {
  network: KnownNetwork;
  /** Whether the login has proved more than a password, so that the network does not matter. */
  isOwner: boolean;
  /** Null if nobody gets a mail about a login from a new device. */
  device: LoginDevice | null;
}

export interface OpenedSession {
  session: SessionOfUser;
  /** The ids of the sessions that ended because of the maximum. */
  ended: string[];
}

export interface AccountRevocationRequest {
  userId: string;
  /** The session that does not end. If it is not a live session of the user, nothing is changed. */
  exceptSessionId: string | null;
  disable: boolean;
  reason: SessionEnd;
  at: Date;
  /** Recorded if a session ended. */
  audit: NewAuditEvent;
  /** Recorded if the account was enabled before. */
  disabledAudit: NewAuditEvent;
  /** Whether the API keys of the account end, too, and what is recorded if there was one. */
  endsKeys: boolean;
  keysAudit: NewAuditEvent;
}

export interface RevokedAccount extends AccountRevocation {
  /** The number of ended sessions, counted up to `mostCounted`. */
  ended: number;
  /** Whether the account was enabled before and is disabled now. */
  disabled: boolean;
  /** The number of ended API keys. */
  keysEnded: number;
}

export interface Rotation {
  hash: Uint8Array<ArrayBuffer>;
  successorHash: Uint8Array<ArrayBuffer>;
  at: Date;
  /** A session has expired if it was last used before this time. */
  idleSince: Date;
  /** The OAuth client that sent the token. Null for a login at an API or on a page. */
  client: RefreshingClient | null;
}

/** A new proof of who the user of a session is. */
export interface StepUp {
  authentication: Authentication;
  authTs: Date;
  /** Whether it is a second factor or a proof of the mailbox: then the network of the login no longer matters. */
  isOwner?: boolean;
  at: Date;
  /** A session has expired if it was last used before this time. */
  idleSince: Date;
}

/** A refresh token that could not be exchanged, with the facts that explain why. */
export interface UsedRefreshToken {
  session: SessionOfUser;
  usedTs: Date | null;
  /** True if the session is neither revoked nor expired, and its user is not disabled. */
  live: boolean;
  /** Whether its user may act for its organization, if it has one. */
  mayAct: boolean;
  /** Why the session is over. Null while it is live, or if that is not known. */
  end: SessionEnd | null;
}

export interface StoredRevocation {
  /** Whether the session was revoked, individually or with all sessions of its account, or does not exist. */
  isRevoked: boolean;
  /** Access tokens with a lower revision are rejected. */
  tokensRevision: number;
}

export interface SessionSelection {
  userId: string;
  id: string;
}

export class SessionStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Opens a session, and records the login and its event, in one statement. Returns null if the user was deleted or
   * disabled in the meantime, or has another password, other second factors or another two-step sign-in. If the account has more sessions than
   * `bound` allows, the least recently used sessions end, and every instance is notified. With a device, the account learns
   * it, and an unknown one writes a mail. Without `origin`, nothing is remembered of it.
   */
  async insert(
    session: NewSession,
    audit: NewAuditEvent,
    bound: SessionBound,
    origin: LoginOrigin | null = null,
  ): Promise<OpenedSession | null> {
    const { id, userId, createdTs, expiresTs, userAgent, ip, refreshTokenHash, guard } = session;
    const { acr, amr } = session.authentication;
    const { network = null, isOwner = true, device = null } = origin ?? {};
    const values: OpeningParameters = {
      id,
      userId,
      now: createdTs,
      expiresTs,
      userAgent,
      ip,
      refreshTokenHash,
      acr,
      amr,
      passwordHash: guard.passwordHash,
      factors: guard.factors,
      twoStep: guard.twoStep,
      network: network?.key ?? null,
      networkSince: network?.since ?? null,
      isOwner,
      trustedNetwork: network?.trustedKey ?? null,
      mostSessions: bound.atMost,
      loginEvent: toAuditParameter(audit),
      endEvent: toAuditParameter(bound.audit),
    };
    type Row = { revision: number; roles: string[]; ended: string[] };
    const [row] = device
      ? await this.db.run<Row>(openSessionOfDevice, valuesOf(openSessionOfDevice, withDevice(values, device)))
      : await this.db.run<Row>(openSession, valuesOf(openSession, values));
    if (!row) return null;
    const { revision, roles, ended } = row;
    const opened: SessionOfUser = {
      id,
      userId,
      createdTs,
      lastUsedTs: createdTs,
      expiresTs,
      authTs: createdTs,
      acr,
      amr,
      userAgent,
      ip,
      revision,
      roles,
      actor: null,
      client: null,
      originSessionId: null,
    };
    return { session: opened, ended };
  }

  /**
   * Exchanges an unused token of a live session for its successor. Of concurrent exchanges of a token, only one
   * succeeds. Returns null if the token was used, or is not a token of a live session.
   */
  async rotate({ hash, successorHash, at, idleSince, client }: Rotation): Promise<SessionOfUser | null> {
    const values = { hash, successorHash, at, idleSince, clientId: client?.id ?? null, resources: resourcesOf(client) };
    const [row] = await this.db.run<RowOfUser>(rotateToken, valuesOf(rotateToken, values));
    return row ? toSessionOfUser(row) : null;
  }

  async findRefreshToken(hash: Uint8Array<ArrayBuffer>, at: Date, idleSince: Date): Promise<UsedRefreshToken | null> {
    const [row] = await this.db.run<RefreshTokenRow>(findRefreshToken, [hash]);
    if (!row) return null;
    const over = row.isRevoked || row.expiresTs <= at || row.lastUsedTs <= idleSince;
    const live = !over && !row.disabled;
    const { usedTs, mayAct } = row;
    return { session: toSessionOfUser(row), usedTs, live, mayAct, end: live ? null : endOf(row) };
  }

  /** Records that the user proved again who they are. Returns null if the session is not live. */
  async stepUp(
    { userId, id }: SessionSelection,
    { authentication, authTs, at, idleSince, isOwner = false }: StepUp,
  ): Promise<SessionOfUser | null> {
    const { acr, amr } = authentication;
    const [row] = await this.db.run<RowOfUser>(stepUpSession, [userId, id, at, idleSince, acr, amr, authTs, isOwner]);
    return row ? toSessionOfUser(row) : null;
  }

  /** Returns a page of the live sessions, most recently used first, and one more session if there is a next page. */
  async listLive(userId: string, at: Date, idleSince: Date, page: SessionPageRequest): Promise<Session[]> {
    const { first, after } = page;
    const values = [userId, at, idleSince, after?.lastUsedTs ?? null, after?.id ?? null, first + 1];
    return (await this.db.run<SessionRow>(listLiveSessions, values)).map(toSession);
  }

  /** Returns a session that is live or has ended. */
  async findById(id: string): Promise<Session | null> {
    const row = await this.db.prisma.session.findUnique({ where: { id } });
    return row && toSession(row);
  }

  /** Since when the account knows the network of the login of a session. Null: it does not matter (`LoginOrigin`). */
  async networkSince(id: string): Promise<Date | null> {
    const row = await this.db.prisma.session.findUnique({ where: { id }, select: { networkSinceTs: true } });
    return row?.networkSinceTs ?? null;
  }

  /** Returns the number of live sessions, counted up to `mostCounted`. */
  async countLive(userId: string, at: Date, idleSince: Date): Promise<number> {
    const [row] = await this.db.run<{ count: number }>(countLiveSessions, [userId, at, idleSince]);
    return row?.count ?? 0;
  }

  /**
   * Ends a session of a user, records the event and notifies every instance. Returns false if the user has no such
   * session, or if the session was already revoked.
   */
  async revoke(which: SessionSelection, reason: SessionEnd, at: Date, audit: NewAuditEvent): Promise<boolean> {
    const values = [at, reason.name, which.userId, which.id, toAuditParameter(audit)];
    return (await this.db.run(revokeSession, values)).length === 1;
  }

  /**
   * Ends the sessions of a user that something else than the password alone has opened or raised, except one, records an event
   * for each and notifies every instance. Returns their ids.
   */
  async revokeUnlessByPassword(
    { userId, exceptSessionId }: Pick<AccountRevocationRequest, 'userId' | 'exceptSessionId'>,
    reason: SessionEnd,
    at: Date,
    audit: NewAuditEvent,
  ): Promise<string[]> {
    const { acr, amr } = byPassword;
    const values = [at, reason.name, userId, exceptSessionId, acr, amr, toAuditParameter(audit)];
    return (await this.db.run<{ id: string }>(revokeUnlessByPassword, values)).map(({ id }) => id);
  }

  /**
   * Ends all sessions of an account, or all except one, records the events and notifies every instance. This is one
   * statement, and its cost does not depend on the number of sessions. Returns null if there is no such account, or no
   * such session to keep.
   */
  async revokeAll(request: AccountRevocationRequest): Promise<RevokedAccount | null> {
    const { userId, exceptSessionId, disable, reason, at } = request;
    const { audit, disabledAudit, endsKeys, keysAudit } = request;
    const events = [audit, disabledAudit, keysAudit].map(toAuditParameter);
    const values = [userId, exceptSessionId, disable, at, reason.name].concat(events, endsKeys);
    type Row = Pick<RevokedAccount, 'revision' | 'tokensRevision' | 'ended' | 'disabled' | 'keysEnded'>;
    const [row] = await this.db.run<Row>(revokeAccount, values);
    if (!row) return null;
    const { revision, tokensRevision, ended, disabled, keysEnded } = row;
    return { userId, exceptSessionId, revision, tokensRevision, ended, disabled, keysEnded };
  }

  /**
   * Locks an account until the end of the transaction. A statement that has waited for a lock does not see the sessions that were
   * opened meanwhile, and `revokeAll` names the clients of all.
   */
  async lockAccount(userId: string): Promise<void> {
    await this.db.run(lockAccount, [userId]);
  }

  /** Returns the ids of the sessions, and of the API keys, that were revoked individually since the given time. */
  async listRevokedSince(since: Date): Promise<string[]> {
    return (await this.db.run<{ id: string }>(listRevokedSessions, [since])).map(({ id }) => id);
  }

  listAccountRevocationsSince(since: Date): Promise<AccountRevocation[]> {
    return this.db.run<AccountRevocation>(listAccountRevocations, [since]);
  }

  /**
   * Rejects the access tokens that exist, and keeps the sessions. Notifies every instance. The caller must have locked the
   * account with an earlier statement of the transaction: otherwise a session of a concurrent login would end. Returns
   * null if there is no such account.
   */
  async outdateTokens(userId: string, at: Date): Promise<AccountRevocation | null> {
    const [row] = await this.db.run<{ revision: number }>(outdateTokens, [userId, at]);
    return row ? { userId, revision: row.revision, exceptSessionId: null, tokensRevision: row.revision } : null;
  }

  /** Returns what the database knows about the tokens of a session, or of an API key. */
  async revocationOf(id: string): Promise<StoredRevocation> {
    const [row] = await this.db.run<StoredRevocation>(revocationOfSession, [id]);
    return row ?? { isRevoked: true, tokensRevision: 0 };
  }
}

const plainColumns = `s.id, s.user_id AS "userId", s.created_ts AS "createdTs", s.last_used_ts AS "lastUsedTs",
  s.expires_ts AS "expiresTs", s.auth_ts AS "authTs", s.acr, s.amr, s.user_agent AS "userAgent", s.ip,
  s.actor_id AS "actorId", s.actor_session_id AS "actorSessionId", s.client_id AS "clientId", s.scopes, s.resource,
  s.organization_id AS "organizationId", s.origin_session_id AS "originSessionId"`;
/** As `shownNameOf`. Only lists need it, so that a refresh reads no further table. */
const clientName = `(SELECT coalesce(substring(c.metadata_url FROM '^https://([^/]+)/'), c.name)
  FROM oauth_clients c WHERE c.id = s.client_id) AS "clientName"`;
const sessionColumns = `${plainColumns}, s.revision, ${clientName}`;
/**
 * The revision and the roles are from one version of the row \`u\`. The row of the session can be newer: a statement that
 * waited for a concurrent change of the roles reads the new revision of the session, and must not put it into a token
 * with the roles from before.
 */
const columnsWithUser = (u: string) => `${plainColumns}, ${u}.revision, ${u}.roles`;

/**
 * Concurrent logins of one account do not see the sessions of each other. The next login ends the sessions beyond the
 * maximum.
 */
interface OpeningParameters extends SessionGuard {
  id: string;
  userId: string;
  now: Date;
  expiresTs: Date;
  userAgent: string | null;
  ip: string | null;
  refreshTokenHash: Uint8Array<ArrayBuffer> | null;
  acr: Acr;
  amr: readonly AuthenticationMethod[];
  network: KnownNetwork['key'] | null;
  /** Since when the account must have been seen in the network. */
  networkSince: Date | null;
  /** Whether the network does not matter. */
  isOwner: boolean;
  /** The network as one of the owner. */
  trustedNetwork: KnownNetwork['trustedKey'] | null;
  mostSessions: number;
  /** The events of the login, and of each session that ends. */
  loginEvent: string;
  endEvent: string;
}

const openingSession = ({ columns, parts } = { columns: '', parts: '' }) => `
    WITH person AS (
      UPDATE users SET last_login_ts = :now::timestamptz WHERE id = :userId::uuid AND NOT disabled
        AND (:passwordHash::text IS NULL OR password_hash = :passwordHash) AND (:factors::text[] IS NULL OR factors = :factors)
        AND (:twoStep::boolean IS NULL OR two_step = :twoStep) RETURNING id, revision, roles${columns}
    ), seen AS MATERIALIZED (
      SELECT since_ts FROM known_networks WHERE key = :network::bytea AND seen_ts > :networkSince::timestamptz
    ), opened AS (
      INSERT INTO sessions (id, user_id, created_ts, last_used_ts, auth_ts, acr, amr, expires_ts, user_agent, ip, revision,
        network_since_ts)
      SELECT :id::uuid, id, :now, :now, :now, :acr::text, :amr::text[], :expiresTs::timestamptz, :userAgent::text, :ip::text, revision,
        CASE WHEN :isOwner::boolean OR EXISTS (SELECT 1 FROM known_networks WHERE key = :trustedNetwork::bytea AND seen_ts > :networkSince) THEN NULL
          WHEN EXISTS (SELECT 1 FROM seen) THEN (SELECT since_ts FROM seen) ELSE :now END
      FROM person
      RETURNING id, revision
    ), others AS MATERIALIZED (
      SELECT live.* FROM person CROSS JOIN LATERAL (
        SELECT s.id, s.last_used_ts FROM sessions s
        WHERE s.user_id = person.id AND s.revision = person.revision AND s.revoked_ts IS NULL AND s.expires_ts > :now
          AND s.actor_id IS NULL AND s.client_id IS NULL
        ORDER BY s.expires_ts LIMIT :mostSessions::int + ${mostEndedByLogin}) AS live
    ), ended AS (
      UPDATE sessions SET revoked_ts = :now, revoked_reason = '${sessionEnds.too_many_sessions.name}'
      WHERE revoked_ts IS NULL AND id IN (
        SELECT id FROM others ORDER BY last_used_ts, id
        LIMIT least(greatest((SELECT count(*) FROM others) - :mostSessions::int + 1, 0), ${mostEndedByLogin}))
      RETURNING id
    ), ended_audited AS (${auditing(':endEvent', 'ended', 'session_id')}
    ), token AS (
      INSERT INTO refresh_tokens (hash, session_id, created_ts)
      SELECT :refreshTokenHash::bytea, id, :now FROM opened WHERE :refreshTokenHash::bytea IS NOT NULL
    ), audited AS (${auditing(':loginEvent', 'opened')}${parts})
    SELECT opened.revision, person.roles, ARRAY(SELECT id::text FROM ended) AS ended,
      ARRAY(SELECT ${notifying('id')} FROM ended) AS notified
    FROM opened, person`;

const openSession = withOptionalParts(
  withNames<OpeningParameters>({
    name: 'session_open',
    // By hand (hot): each login. Race: with disabling the account, with ending its sessions, and with changes of the
    // password and of second factors.
    text: openingSession(),
  }),
);

const openSessionOfDevice = withOptionalParts(
  withNames<OpeningParameters & DeviceParameters>({
    name: 'session_open_of_device',
    // By hand (hot): each login, with NEW_DEVICE_MAIL. Race: as above, and with logins of other devices.
    text: openingSession({ columns: columnsForDevice('users'), parts: learningDevice }),
  }),
);

interface RotationParameters extends Omit<Rotation, 'client'> {
  clientId: string | null;
  resources: readonly string[];
}

/**
 * One statement is one transaction. Of two concurrent exchanges, the second waits for the row lock of the first, and then finds the token
 * used.
 */
const rotateToken = withNames<RotationParameters>({
  name: 'refresh_token_rotate',
  // By hand (hot): each refresh. Race: a token is used once.
  text: `
    WITH spent AS (
      UPDATE refresh_tokens t SET used_ts = :at::timestamptz
      FROM sessions s JOIN users u ON u.id = s.user_id
      WHERE t.hash = :hash::bytea AND t.used_ts IS NULL AND s.id = t.session_id AND s.revoked_ts IS NULL
        AND s.expires_ts > :at AND s.last_used_ts > :idleSince::timestamptz AND NOT u.disabled AND s.revision = u.revision
        AND s.client_id IS NOT DISTINCT FROM :clientId::uuid AND coalesce(s.resource, '') = ANY(:resources::text[])
        AND ${actsFor('s.user_id', 's.organization_id')}
      RETURNING t.session_id, u.revision, u.roles
    ), renewed AS (
      UPDATE sessions s SET last_used_ts = :at FROM spent
      WHERE s.id = spent.session_id AND s.revoked_ts IS NULL
      RETURNING ${columnsWithUser('spent')}
    ), successor AS (
      INSERT INTO refresh_tokens (hash, session_id, created_ts) SELECT :successorHash::bytea, id, :at FROM renewed
    )
    SELECT * FROM renewed`,
});

const findRefreshToken: Statement = {
  name: 'refresh_token_find',
  // By hand (hot): a flood of refreshes with unknown tokens.
  text: `
    SELECT ${columnsWithUser('u')}, t.used_ts AS "usedTs", u.disabled, s.revoked_reason AS "revokedReason",
      s.revoked_ts IS NOT NULL OR s.revision <> u.revision AS "isRevoked",
      ${actsFor('s.user_id', 's.organization_id')} AS "mayAct"
    FROM refresh_tokens t JOIN sessions s ON s.id = t.session_id JOIN users u ON u.id = s.user_id
    WHERE t.hash = $1::bytea`,
};

/** $1 user, $2 session, $3 now, $4 the earliest last use of a live session, $5 level, $6 methods, $7 the time of the proof,
 * $8 whether it proves more than a password. */
const stepUpSession: Statement = {
  name: 'session_step_up',
  // By hand (race): with the end of the session.
  text: `
    UPDATE sessions s SET auth_ts = $7::timestamptz, acr = $5::text, amr = $6::text[],
      network_since_ts = CASE WHEN $8::boolean THEN NULL ELSE s.network_since_ts END
    FROM users u
    WHERE s.id = $2::uuid AND s.user_id = $1::uuid AND s.revoked_ts IS NULL AND s.expires_ts > $3::timestamptz
      AND s.last_used_ts > $4::timestamptz AND u.id = s.user_id AND u.revision = s.revision AND NOT u.disabled
    RETURNING ${columnsWithUser('u')}`,
};

const listRevokedSessions: Statement = {
  name: 'sessions_revoked',
  // By hand (start).
  text: `SELECT id FROM sessions WHERE revoked_ts >= $1::timestamptz
    UNION ALL SELECT id FROM api_keys WHERE revoked_ts >= $1`,
};

const listAccountRevocations: Statement = {
  name: 'account_revocations_list',
  // By hand (start).
  text: `SELECT user_id AS "userId", revision, except_session_id AS "exceptSessionId",
      tokens_revision AS "tokensRevision"
    FROM account_revocations WHERE revoked_ts >= $1::timestamptz`,
};

/**
 * $1 user, $2 now, $3 the earliest last use of a live session. A session in which a super admin acts as the user ends with
 * the session and the rights of the super admin.
 */
const liveSessions = `
  FROM users u JOIN sessions s ON s.user_id = u.id AND s.revision = u.revision
  WHERE u.id = $1::uuid AND s.revoked_ts IS NULL AND s.expires_ts > $2::timestamptz AND s.last_used_ts > $3::timestamptz
    AND (s.actor_id IS NULL OR EXISTS (
      SELECT 1 FROM users actor JOIN sessions own ON own.user_id = actor.id AND own.revision = actor.revision
      WHERE actor.id = s.actor_id AND actor.is_super_admin AND NOT actor.disabled
        AND own.id = s.actor_session_id AND own.revoked_ts IS NULL AND own.expires_ts > $2))`;

/** $4 and $5 the last use and the id of the last session before the page, or null, $6 the maximum number. */
const listLiveSessions: Statement = {
  name: 'sessions_list',
  // By hand (Prisma): the revision of the session is compared with that of the account. Also, a page starts after a
  // pair of values.
  text: `
    SELECT ${sessionColumns}
    ${liveSessions} AND ($5::uuid IS NULL OR (s.last_used_ts, s.id) < ($4::timestamptz, $5::uuid))
    ORDER BY s.last_used_ts DESC, s.id DESC LIMIT $6::int`,
};

const countLiveSessions: Statement = {
  name: 'sessions_count',
  // By hand (Prisma): the revision of the session is compared with that of the account.
  text: `SELECT count(*)::int AS count FROM (SELECT 1 ${liveSessions} LIMIT ${mostCounted}) AS live`,
};

/** $1 now, $2 reason, $3 user, $4 session, $5 the event. */
const revokeSession = withOptionalParts({
  name: 'session_revoke',
  // By hand (race): a session is ended once, and only if it has the account's revision. Prisma cannot compare columns
  // of two tables.
  // The same statement sends the notification, so that it is sent if and only if the revocation is committed.
  text: `
    WITH revoked AS (
      UPDATE sessions s SET revoked_ts = $1::timestamptz, revoked_reason = $2
      FROM users u
      WHERE s.id = $4::uuid AND s.user_id = $3::uuid AND s.revoked_ts IS NULL
        AND u.id = s.user_id AND s.revision = u.revision
      RETURNING s.id, s.user_id, s.client_id
    ), audited AS (${auditing('$5', 'revoked', 'session_id')}${loggingOut('revoked', '$1')})
    SELECT id, ${notifying('id')} FROM revoked`,
});

/**
 * $1 now, $2 reason, $3 user, $4 the session to keep or null, $5 level and $6 methods of the sessions to keep, $7 the event. The
 * session of an application has those of the session in which its user signed in.
 */
const revokeUnlessByPassword = withOptionalParts({
  name: 'sessions_revoke_unless_by_password',
  // By hand (Prisma): no NOTIFY, and the revision of the session is compared with that of the account.
  text: `
    WITH revoked AS (
      UPDATE sessions s SET revoked_ts = $1::timestamptz, revoked_reason = $2
      FROM users u
      WHERE s.user_id = $3::uuid AND s.revoked_ts IS NULL AND s.expires_ts > $1 AND s.id IS DISTINCT FROM $4::uuid
        AND (s.acr <> $5::text OR s.amr <> $6::text[]) AND u.id = s.user_id AND s.revision = u.revision
      RETURNING s.id, s.user_id, s.client_id
    ), audited AS (${auditing('$7', 'revoked', 'session_id')}${loggingOut('revoked', '$1')})
    SELECT id, ${notifying('id')} FROM revoked`,
});

const lockAccount: Statement = {
  name: 'account_lock',
  // By hand (Prisma): no row lock.
  text: 'SELECT id FROM users WHERE id = $1::uuid FOR NO KEY UPDATE',
};

/** How many sessions are also revoked and notified individually. Instances of an earlier version know no revisions. */
const mostMarked = 100;

/** Without a limit: no client may be missing. Also those that have expired. */
const ofClients = `SELECT s.id, s.user_id, s.client_id, s.expires_ts > $4 AS live FROM raised JOIN sessions s ON s.user_id = raised.id
  AND s.client_id IS NOT NULL AND s.revoked_ts IS NULL AND s.id IS DISTINCT FROM $2::uuid
  AND (s.revision = raised.revision - 1 OR s.expires_ts <= $4)`;

/**
 * $1 user, $2 the session to keep or null, $3 whether to disable, $4 now, $5 reason, $6 the event of ending sessions,
 * $7 the event of disabling, $8 that of ending the API keys, $9 whether they end.
 */
const revokeAccount = withOptionalParts({
  name: 'account_revoke',
  // By hand (race): a login locks the account, too. So the login is before it and its session ends, or after it and
  // has the new revision.
  text: `
    WITH account AS (
      SELECT id, disabled FROM users WHERE id = $1::uuid FOR NO KEY UPDATE
    ), raised AS (
      UPDATE users u SET revision = u.revision + 1, disabled = u.disabled OR $3::boolean,
        was_disabled = u.was_disabled OR ($3::boolean AND u.deletion_due_ts IS NOT NULL),
        updated_ts = CASE WHEN $3::boolean AND NOT u.disabled THEN $4::timestamptz ELSE u.updated_ts END
      FROM account
      WHERE u.id = account.id AND ($2::uuid IS NULL OR EXISTS (SELECT 1 FROM sessions s
        WHERE s.id = $2::uuid AND s.user_id = u.id AND s.revoked_ts IS NULL AND s.revision = u.revision))
      RETURNING u.id, u.revision, u.disabled AND NOT account.disabled AS disabled
    ), live AS MATERIALIZED (
      SELECT s.id FROM raised JOIN sessions s ON s.user_id = raised.id AND s.revision = raised.revision - 1
      WHERE s.revoked_ts IS NULL AND s.expires_ts > $4 AND s.id IS DISTINCT FROM $2::uuid
      LIMIT ${mostCounted}
    ), marked AS (
      UPDATE sessions SET revoked_ts = $4, revoked_reason = $5
      WHERE revoked_ts IS NULL AND id IN (SELECT id FROM live LIMIT ${mostMarked})
      RETURNING id
    ), kept AS (
      UPDATE sessions s SET revision = raised.revision FROM raised WHERE s.id = $2::uuid AND s.user_id = raised.id
    ), noted AS (
      INSERT INTO account_revocations AS noted (user_id, revision, except_session_id, revoked_ts)
      SELECT id, revision, $2::uuid, $4 FROM raised
      ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision,
        except_session_id = excluded.except_session_id, revoked_ts = excluded.revoked_ts
      RETURNING tokens_revision
    ), ended AS (
      SELECT id FROM raised WHERE EXISTS (SELECT 1 FROM live)
    ), audited AS (${auditing('$6', 'ended')}${loggingOutOfAll(ofClients, '$4')}
    ), disabled AS (
      SELECT id FROM raised WHERE disabled
    ), disabled_audited AS (${auditing('$7', 'disabled')}
    ), ended_keys AS (
      UPDATE api_keys k SET revoked_ts = $4 FROM raised
      WHERE $9::boolean AND k.user_id = raised.id AND k.revoked_ts IS NULL RETURNING k.id
    ), without_keys AS (
      SELECT id FROM raised WHERE EXISTS (SELECT 1 FROM ended_keys)
    ), keys_audited AS (${auditing('$8', 'without_keys')})
    SELECT revision, tokens_revision AS "tokensRevision", disabled, (SELECT count(*)::int FROM live) AS ended,
      (SELECT count(*)::int FROM ended_keys) AS "keysEnded",
      ${notifying(`concat_ws(' ', id, revision, coalesce($2::text, ''), tokens_revision)`)} AS notified,
      ARRAY(SELECT ${notifying('id')} FROM marked) AS marked
    FROM raised, noted`,
});

/**
 * $1 user, $2 now. The sessions stay live, because their revision is raised together with that of the account. Only those
 * in which a super admin acts as the user end: they have no refresh token, so they cannot get a new access token. A statement
 * that has waited for a lock does not see the sessions that were opened meanwhile, so the lock is taken before.
 */
const outdateTokens: Statement = {
  name: 'tokens_outdate',
  // By hand (race): the revisions of the account and of its sessions change together. Prisma: no NOTIFY.
  text: `
    WITH raised AS (
      UPDATE users SET revision = revision + 1 WHERE id = $1::uuid RETURNING id, revision
    ), kept AS (
      UPDATE sessions s SET revision = raised.revision FROM raised
      WHERE s.user_id = raised.id AND s.revision = raised.revision - 1 AND s.revoked_ts IS NULL AND s.expires_ts > $2
        AND s.actor_id IS NULL
    ), noted AS (
      INSERT INTO account_revocations AS noted (user_id, revision, tokens_revision, except_session_id, revoked_ts)
      SELECT id, revision, revision, NULL, $2::timestamptz FROM raised
      ON CONFLICT (user_id) DO UPDATE SET revision = excluded.revision, tokens_revision = excluded.tokens_revision,
        except_session_id = NULL, revoked_ts = excluded.revoked_ts
    )
    SELECT revision, ${notifying(`concat_ws(' ', id, revision, '', revision)`)} AS notified FROM raised`,
};

/** $1 session, or the API key of an access token: one with an earlier revision of the account is rejected, as with the feed. */
const revocationOfSession: Statement = {
  name: 'session_revocation',
  // By hand (hot): while the revocation feed is down: one query for each access token.
  text: `
    SELECT s.revoked_ts IS NOT NULL OR s.revision <> u.revision AS "isRevoked",
      coalesce(r.tokens_revision, 0) AS "tokensRevision"
    FROM sessions s JOIN users u ON u.id = s.user_id LEFT JOIN account_revocations r ON r.user_id = u.id
    WHERE s.id = $1::uuid
    UNION ALL SELECT k.revoked_ts IS NOT NULL, u.revision FROM api_keys k JOIN users u ON u.id = k.user_id
    WHERE k.id = $1`,
};

type SessionRow = Pick<
  Prisma.SessionModel,
  | 'id'
  | 'userId'
  | 'createdTs'
  | 'lastUsedTs'
  | 'expiresTs'
  | 'authTs'
  | 'acr'
  | 'amr'
  | 'userAgent'
  | 'ip'
  | 'revision'
  | 'actorId'
  | 'actorSessionId'
  | 'clientId'
  | 'scopes'
  | 'resource'
  | 'organizationId'
  | 'originSessionId'
> & { clientName?: string | null };

type RowOfUser = SessionRow & Pick<Prisma.UserModel, 'roles'>;

type RefreshTokenRow = RowOfUser & SessionFacts & Pick<UsedRefreshToken, 'usedTs' | 'mayAct'>;

function clientOf(row: SessionRow): SessionClient | null {
  const { clientId: id, clientName: name = null, scopes, resource, organizationId } = row;
  return id === null ? null : { id, name, scopes, resource, organizationId };
}

function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    userId: row.userId,
    createdTs: row.createdTs,
    lastUsedTs: row.lastUsedTs,
    expiresTs: row.expiresTs,
    authTs: row.authTs ?? row.createdTs,
    // All statements that write these columns take the values from an Authentication.
    acr: row.acr as Acr,
    amr: row.amr as AuthenticationMethod[],
    userAgent: row.userAgent,
    ip: row.ip,
    revision: row.revision,
    actor: row.actorId && row.actorSessionId ? { userId: row.actorId, sessionId: row.actorSessionId } : null,
    client: clientOf(row),
    originSessionId: row.originSessionId,
  };
}

function toSessionOfUser(row: RowOfUser): SessionOfUser {
  return Object.assign(toSession(row), { roles: row.roles });
}
