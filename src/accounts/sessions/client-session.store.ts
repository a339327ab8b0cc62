import type { NewAuditEvent } from '../../platform/audit/audit-event';
import { auditing, toAuditParameter } from '../../platform/audit/audit-statement';
import type { Queryable, Statement } from '../../platform/db/database';
import { valuesOf, withNames } from '../../platform/db/named-statement';
import { withOptionalParts } from '../../platform/db/optional-part';
import type { SessionEnd } from '../../platform/errors/session-end';
import type { Acr, AuthenticationMethod } from '../tokens/authentication';
import {
  columnsForDevice,
  type DeviceParameters,
  type LoginDevice,
  learningDevice,
  withDevice,
} from './device-statement';
import { loggingOut, loggingOutOfExpired } from './logout-statement';
import { actsFor } from './organization-statement';
import { mostEndedByLogin, notifying, type SessionOfUser } from './session';
import type { LoginOrigin, OpenedSession, SessionBound } from './session.store';
import { sessionEnds } from './sessions.reasons';

export interface NewClientSession {
  /** A UUIDv7. */
  id: string;
  userId: string;
  clientId: string;
  scopes: readonly string[];
  /** The resource of its access tokens (RFC 8707). Null: as the client says. */
  resource: string | null;
  /** The organization in whose name its access tokens are. Null: none. */
  organizationId: string | null;
  /** The session of the page on which the user signed in. */
  originSessionId: string;
  /** The device on which the user signs in. Null: that of the page. */
  device: SessionDevice | null;
  at: Date;
  expiresTs: Date;
  /** A session has expired if it was last used before this time. */
  idleSince: Date;
  /** The hash of the first refresh token. Null without offline access. */
  refreshTokenHash: Uint8Array<ArrayBuffer> | null;
}

export interface SessionDevice {
  ip: string | null;
  userAgent: string | null;
}

/** Where the device is, for the mail about a new one. */
export interface DeviceOrigin extends Pick<LoginOrigin, 'network'> {
  device: LoginDevice;
}

/** The end of several sessions. */
export interface Ending {
  reason: SessionEnd;
  at: Date;
  /** Recorded for each session. */
  audit: NewAuditEvent;
}

interface OpenedRow {
  revision: number;
  roles: string[];
  authTs: Date;
  acr: string;
  amr: string[];
  userAgent: string | null;
  ip: string | null;
  ended: string[];
}

/** Sessions of the applications (OAuth clients) into which people sign in. */
export class ClientSessionStore {
  constructor(private readonly db: Queryable) {}

  /**
   * Opens a session for a client, with the proof of the session in which the user allowed it, and records the event, in one
   * statement. Returns null if at this moment that session is over, or the user is disabled or deleted, or may not act for the
   * organization. The caller holds the client (`OAuthClientStore.holdEnabled`). `bound` counts the sessions of this client alone. With `origin`, the account learns the
   * device, and an unknown one writes a mail.
   */
  async open(
    session: NewClientSession,
    audit: NewAuditEvent,
    bound: SessionBound,
    origin: DeviceOrigin | null = null,
  ): Promise<OpenedSession | null> {
    const { id, userId, clientId, scopes, resource, organizationId, originSessionId, at, expiresTs, device } = session;
    const values: OpeningParameters = Object.assign({}, session, {
      isOfDevice: device !== null,
      deviceAgent: device?.userAgent ?? null,
      deviceIp: device?.ip ?? null,
      mostSessions: bound.atMost,
      openEvent: toAuditParameter(audit),
      endEvent: toAuditParameter(bound.audit),
    });
    const [row] = await (origin
      ? this.db.run<OpenedRow>(openOnDevice, valuesOf(openOnDevice, onDevice(values, origin)))
      : this.db.run<OpenedRow>(openClientSession, valuesOf(openClientSession, values)));
    if (!row) return null;
    const opened: SessionOfUser = {
      id,
      userId,
      createdTs: at,
      lastUsedTs: at,
      expiresTs,
      authTs: row.authTs,
      // The statement takes them from another session.
      acr: row.acr as Acr,
      amr: row.amr as AuthenticationMethod[],
      userAgent: row.userAgent,
      ip: row.ip,
      revision: row.revision,
      roles: row.roles,
      actor: null,
      client: { id: clientId, name: null, scopes, resource, organizationId },
      originSessionId,
    };
    return { session: opened, ended: row.ended };
  }

  /** Ends the sessions of a client of a user. See `end`. */
  endOfClient(userId: string, clientId: string, ending: Ending): Promise<string[]> {
    return this.end(endSessionsOfClient, userId, clientId, ending);
  }

  /**
   * Ends the sessions that clients got from this session of a page, except those that stay signed in without it
   * (`offline_access`). That session must have ended with an earlier statement, so that it gives no further ones. See `end`.
   */
  endFrom(userId: string, originSessionId: string, ending: Ending): Promise<string[]> {
    return this.end(endSessionsFrom, userId, originSessionId, ending);
  }

  /**
   * Ends at most `limit` live sessions of a client, of all users. Records an event for each session, and notifies every
   * instance. Returns the ids of these sessions.
   */
  async endSome(clientId: string, limit: number, { reason, at, audit }: Ending): Promise<string[]> {
    const values = [at, reason.name, clientId, limit, toAuditParameter(audit)];
    return (await this.db.run<{ id: string }>(endSomeOfClient, values)).map(({ id }) => id);
  }

  /** Records an event for each session, and notifies every instance. Returns the ids of the ended sessions. */
  private async end(
    statement: Statement,
    userId: string,
    id: string,
    { reason, at, audit }: Ending,
  ): Promise<string[]> {
    const rows = await this.db.run<{ id: string }>(statement, [at, reason.name, userId, id, toAuditParameter(audit)]);
    return rows.map((ended) => ended.id);
  }
}

interface OpeningParameters extends NewClientSession {
  isOfDevice: boolean;
  deviceAgent: string | null;
  deviceIp: string | null;
  mostSessions: number;
  openEvent: string;
  /** Of a session that ends because of the maximum. */
  endEvent: string;
}

interface OriginParameters extends DeviceParameters {
  now: Date;
  network: Uint8Array<ArrayBuffer>;
  networkSince: Date;
}

const onDevice = (
  values: OpeningParameters,
  { network, device }: DeviceOrigin,
): Omit<OpeningParameters, 'device'> & OriginParameters =>
  withDevice(Object.assign({}, values, { now: values.at, network: network.key, networkSince: network.since }), device);

/**
 * The sessions of applications never end a login or the session of another application: an application that signs in again and
 * again would push out the others.
 */
const openingClientSession = ({ columns = '', seen = '', parts = '' } = {}) => `
    WITH person AS (
      SELECT u.id, u.revision, u.roles, coalesce(o.auth_ts, o.created_ts) AS auth_ts, o.acr, o.amr,
        CASE WHEN :isOfDevice::boolean THEN :deviceAgent::text ELSE o.user_agent END AS user_agent,
        CASE WHEN :isOfDevice THEN :deviceIp::text ELSE o.ip END AS ip, o.network_since_ts${columns}
      FROM users u JOIN sessions o ON o.user_id = u.id AND o.revision = u.revision
      WHERE u.id = :userId::uuid AND NOT u.disabled AND o.id = :originSessionId::uuid AND o.actor_id IS NULL
        AND o.client_id IS NULL AND o.revoked_ts IS NULL AND o.expires_ts > :at::timestamptz AND o.last_used_ts > :idleSince::timestamptz
        AND ${actsFor('u.id', ':organizationId::uuid')}
      FOR NO KEY UPDATE OF u FOR SHARE OF o
    )${seen}, opened AS (
      INSERT INTO sessions (id, user_id, created_ts, last_used_ts, auth_ts, acr, amr, expires_ts, user_agent, ip, revision,
        client_id, scopes, resource, organization_id, origin_session_id, network_since_ts)
      SELECT :id::uuid, id, :at, :at, auth_ts, acr, amr, :expiresTs::timestamptz, user_agent, ip, revision, :clientId::uuid,
        :scopes::text[], :resource::text, :organizationId, :originSessionId, network_since_ts
      FROM person
      RETURNING id
    ), others AS MATERIALIZED (
      SELECT live.* FROM person CROSS JOIN LATERAL (
        SELECT s.id, s.last_used_ts FROM sessions s
        WHERE s.user_id = person.id AND s.revision = person.revision AND s.revoked_ts IS NULL AND s.expires_ts > :at
          AND s.client_id = :clientId
        ORDER BY s.expires_ts LIMIT :mostSessions::int + ${mostEndedByLogin}) AS live
    ), ended AS (
      UPDATE sessions SET revoked_ts = :at, revoked_reason = '${sessionEnds.too_many_sessions.name}'
      WHERE revoked_ts IS NULL AND id IN (
        SELECT id FROM others ORDER BY last_used_ts, id
        LIMIT least(greatest((SELECT count(*) FROM others) - :mostSessions::int + 1, 0), ${mostEndedByLogin}))
      RETURNING id, user_id, client_id
    ), ended_audited AS (${auditing(':endEvent', 'ended', 'session_id')}${loggingOut('ended', ':at')}
    ), token AS (
      INSERT INTO refresh_tokens (hash, session_id, created_ts)
      SELECT :refreshTokenHash::bytea, id, :at FROM opened WHERE :refreshTokenHash::bytea IS NOT NULL
    ), audited AS (${auditing(':openEvent', 'opened')}${parts})
    SELECT person.revision, person.roles, person.auth_ts AS "authTs", person.acr, person.amr,
      person.user_agent AS "userAgent", person.ip, ARRAY(SELECT id::text FROM ended) AS ended,
      ARRAY(SELECT ${notifying('id')} FROM ended) AS notified
    FROM opened, person`;

const openClientSession = withOptionalParts(
  withNames<OpeningParameters>({
    name: 'client_session_open',
    // By hand (race): with disabling the account, with ending its sessions, and with the logout of the session of the page.
    text: openingClientSession(),
  }),
);

const openOnDevice = withOptionalParts(
  withNames<Omit<OpeningParameters, 'device'> & OriginParameters>({
    name: 'client_session_open_on_device',
    // By hand (race): as above, and with logins of other devices.
    text: openingClientSession({
      columns: columnsForDevice('u'),
      seen: `, seen AS MATERIALIZED (
      SELECT since_ts FROM known_networks WHERE key = :network::bytea AND seen_ts > :networkSince::timestamptz
    )`,
      parts: learningDevice,
    }),
  }),
);

/** $1 now, $2 reason, $3 user, $4 an id, $5 the event. */
const ending = (name: string, condition: string): Statement =>
  withOptionalParts({
    name,
    // By hand (Prisma): no NOTIFY, and the revision of the session is compared with that of the account.
    text: `
    WITH ended AS (
      UPDATE sessions s SET revoked_ts = $1::timestamptz, revoked_reason = $2
      FROM users u
      WHERE s.user_id = $3::uuid AND ${condition} AND s.revoked_ts IS NULL AND s.expires_ts > $1
        AND u.id = s.user_id AND s.revision = u.revision
      RETURNING s.id, s.user_id, s.client_id
    ), audited AS (${auditing('$5', 'ended', 'session_id')}${loggingOut('ended', '$1')}${loggingOutOfExpired(
      `SELECT s.id, s.user_id, s.client_id FROM sessions s
      WHERE s.user_id = $3::uuid AND ${condition} AND s.revoked_ts IS NULL AND s.expires_ts <= $1`,
      '$1',
    )})
    SELECT id, ${notifying('id')} FROM ended`,
  });

const endSessionsOfClient = ending('client_sessions_end', 's.client_id = $4::uuid');
const endSessionsFrom = ending(
  'client_sessions_end_from',
  "s.origin_session_id = $4::uuid AND NOT s.scopes @> '{offline_access}'",
);

/** $1 now, $2 reason, $3 client, $4 the maximum number, $5 the event. */
const endSomeOfClient = withOptionalParts({
  name: 'sessions_of_client_revoke',
  // By hand (Prisma): the revision of the session is compared with that of the account. Also, the notifications are sent if
  // and only if the revocations are committed.
  text: `
    WITH live AS MATERIALIZED (
      SELECT s.id FROM sessions s JOIN users u ON u.id = s.user_id AND u.revision = s.revision
      WHERE s.client_id = $3::uuid AND s.revoked_ts IS NULL AND s.expires_ts > $1::timestamptz
      LIMIT $4::int
    ), revoked AS (
      UPDATE sessions SET revoked_ts = $1, revoked_reason = $2
      WHERE revoked_ts IS NULL AND id IN (SELECT id FROM live)
      RETURNING id, user_id, client_id
    ), audited AS (${auditing('$5', 'revoked', 'session_id', { ofUser: true })}${loggingOut('revoked', '$1')})
    SELECT id, ${notifying('id')} FROM revoked`,
});
