import type { Prisma, Queryable, Statement } from '../../platform/db/database';
import { valuesOf, withNames } from '../../platform/db/named-statement';
import { type DeviceAuthorization, mostWaiting, pollIntervalS } from './device-authorization';

export interface NewDeviceAuthorization
  extends Pick<DeviceAuthorization, 'id' | 'clientId' | 'scopes' | 'resource' | 'ip' | 'userAgent' | 'createdTs'> {
  userCodeKey: Uint8Array<ArrayBuffer>;
  expiresTs: Date;
}

/** Whether a sign-in was added. `code in use`: another one has this code. */
export type Added = 'added' | 'code in use' | 'too many wait';

interface Decision {
  userId: string;
  originSessionId: string;
  denied: boolean;
  at: Date;
}

interface Poll {
  id: string;
  clientId: string;
  at: Date;
}

/** Seconds. No document says one. A device that waits exactly the interval is not slowed down by a fast second request. */
const leewayS = 1;
/** Seconds. No document says one. A sign-in is over by then. */
const longestIntervalS = 600;

export class DeviceAuthorizationStore {
  constructor(private readonly db: Queryable) {}

  /** Adds a sign-in, unless too many wait. In a transaction, which others wait for: so the number is never exceeded. */
  async insert(added: NewDeviceAuthorization): Promise<Added> {
    await this.db.run(lockAdding, []);
    const values: InsertParameters = Object.assign({}, added, { mostWaiting, intervalS: pollIntervalS });
    const [row] = await this.db.run<{ isAdded: boolean; waiting: number }>(
      insertDevice,
      valuesOf(insertDevice, values),
    );
    if (row?.isAdded) return 'added';
    return row && row.waiting >= mostWaiting ? 'too many wait' : 'code in use';
  }

  /** Returns the sign-in that waits for a decision with this code. */
  async findWaiting(userCodeKey: Uint8Array<ArrayBuffer>, at: Date): Promise<DeviceAuthorization | null> {
    const where = { userCodeKey, decidedTs: null, expiresTs: { gt: at } };
    return this.db.prisma.deviceAuthorization.findFirst({ where });
  }

  /** Returns false if somebody else has decided before, or if the time is over. */
  async decide(id: string, { userId, originSessionId, denied, at }: Decision): Promise<boolean> {
    const where = { id, decidedTs: null, expiresTs: { gt: at } };
    const data = { userId, originSessionId, denied, decidedTs: at };
    return (await this.db.prisma.deviceAuthorization.updateMany({ where, data })).count === 1;
  }

  /**
   * Notes that the device asks for its tokens, if nobody has decided yet, and whether it asks too soon: then it has to wait longer
   * from now on. Returns null if the client has no such sign-in.
   */
  async poll(poll: Poll): Promise<(DeviceAuthorization & { isTooSoon: boolean }) | null> {
    type Row = DeviceAuthorization & { isTooSoon: boolean };
    const [read] = await this.db.run<Row & { isNoted: boolean }>(readDevice, valuesOf(readDevice, poll));
    if (!read || read.isNoted) return read ?? null;
    const [row] = await this.db.run<Row>(pollDevice, valuesOf(pollDevice, poll));
    return row ?? null;
  }

  /** Uses a sign-in that was allowed. Of concurrent requests, one succeeds. */
  async consume({ id, clientId, at }: Poll): Promise<boolean> {
    const where: Prisma.DeviceAuthorizationWhereInput = {
      id,
      clientId,
      denied: false,
      usedTs: null,
      decidedTs: { not: null },
      expiresTs: { gt: at },
    };
    return (await this.db.prisma.deviceAuthorization.updateMany({ where, data: { usedTs: at } })).count === 1;
  }
}

interface InsertParameters extends NewDeviceAuthorization {
  mostWaiting: number;
  intervalS: number;
}

/** The key is an arbitrary number. */
const lockAdding: Statement = {
  name: 'device_authorization_lock',
  // By hand (Prisma): no lock. Race: the next statement sees what those have added that had the lock before.
  text: 'SELECT pg_advisory_xact_lock(5260744917302846)::text AS locked',
};

const insertDevice = withNames<InsertParameters>({
  name: 'device_authorization_insert',
  // By hand (race): the number of those that wait, which the lock keeps from changing.
  text: `
    WITH waiting AS (
      SELECT count(*)::int AS n FROM device_authorizations WHERE decided_ts IS NULL AND expires_ts > :createdTs::timestamptz
    ), added AS (
      INSERT INTO device_authorizations (id, user_code_key, client_id, scopes, resource, ip, user_agent, created_ts, expires_ts,
        interval_s)
      SELECT :id::uuid, :userCodeKey::bytea, :clientId::uuid, :scopes::text[], :resource::text, :ip::text, :userAgent::text,
        :createdTs, :expiresTs::timestamptz, :intervalS::int
      FROM waiting WHERE n < :mostWaiting::int
      ON CONFLICT (user_code_key) DO NOTHING
      RETURNING id
    )
    SELECT n AS waiting, EXISTS (SELECT 1 FROM added) AS "isAdded" FROM waiting`,
});

const columns = `id, client_id AS "clientId", scopes, resource, ip, user_agent AS "userAgent", created_ts AS "createdTs",
      expires_ts AS "expiresTs", user_id AS "userId", origin_session_id AS "originSessionId", decided_ts AS "decidedTs", denied,
      used_ts AS "usedTs"`;

/**
 * Whether a request changes nothing: the sign-in no longer waits, or has noted a request within the second. So a flood of requests with
 * one code does not wait for the lock of its row.
 */
const readDevice = withNames<Poll>({
  name: 'device_authorization_read',
  // By hand (Prisma): as the next one, without its lock.
  text: `
    SELECT ${columns}, waits AND recent AS "isTooSoon", NOT waits OR recent AS "isNoted"
    FROM (SELECT *, decided_ts IS NULL AND expires_ts > :at::timestamptz AS waits,
        coalesce(polled_ts > :at - interval '${leewayS} s', false) AS recent
      FROM device_authorizations WHERE id = :id::uuid AND client_id = :clientId::uuid) AS device`,
});

const pollDevice = withNames<Poll>({
  name: 'device_authorization_poll',
  // By hand (race): two requests at the same time, of which the second is too soon.
  text: `
    WITH before AS MATERIALIZED (
      SELECT id, client_id, scopes, resource, ip, user_agent, created_ts, expires_ts, user_id, origin_session_id, decided_ts, denied,
        used_ts, decided_ts IS NULL AND expires_ts > :at::timestamptz AS waits,
        coalesce(polled_ts > :at - make_interval(secs => interval_s - ${leewayS}), false) AS soon
      FROM device_authorizations WHERE id = :id::uuid AND client_id = :clientId::uuid FOR NO KEY UPDATE
    ), polled AS (
      UPDATE device_authorizations d SET polled_ts = :at,
        interval_s = CASE WHEN soon THEN least(d.interval_s + ${pollIntervalS}, ${longestIntervalS}) ELSE d.interval_s END
      FROM before WHERE d.id = before.id AND before.waits
    )
    SELECT ${columns}, waits AND soon AS "isTooSoon" FROM before`,
});
