import type { Queryable, Statement } from '../../platform/db/database';
import type { DeliveryAttempt, DeliveryClaim } from '../../platform/webhooks/receiver-queue';
import type { IdTokenAlg } from './oauth-client';

/** A logout that a client has not got yet, with what an attempt needs. */
export interface ClaimedLogout {
  id: string;
  clientId: string;
  /** The number of attempts, with this one. */
  attempts: number;
  url: string;
  idTokenAlg: IdTokenAlg;
  userId: string;
  /** The session that has ended. Null if all sessions of the user have. */
  sessionId: string | null;
}

/** The logouts of OAuth clients in the table of the webhooks. The statements that end sessions write them. */
export class LogoutDeliveryStore {
  constructor(private readonly db: Queryable) {}

  /** Returns logouts that are due, which no other instance sends now. Those of a client without an address are left. */
  claim({ at, leaseUntil, atMost, perReceiver }: DeliveryClaim): Promise<ClaimedLogout[]> {
    return this.db.run<ClaimedLogout>(claimLogouts, [at, leaseUntil, atMost, perReceiver]);
  }

  /** Returns false if another instance has started the next attempt. */
  async record({ id, attempts, at, dueTs, problem, status }: DeliveryAttempt): Promise<boolean> {
    return (await this.db.run(recordAttempt, [id, attempts, at, dueTs, problem, status])).length === 1;
  }

  /** Removes what waits for a client. */
  async drop(clientId: string): Promise<void> {
    await this.db.prisma.webhookDelivery.deleteMany({ where: { clientId, dueTs: { not: null } } });
  }

  /** The number of logouts that wait, counted up to `mostCounted`. */
  async waiting(): Promise<number> {
    const [row] = await this.db.run<{ count: number }>(countWaiting, []);
    return row?.count ?? 0;
  }
}

/**
 * $1 now, $2 the end of the lease, $3 the maximum number, $4 the maximum number of a client. What a client does not answer takes
 * only its own places. The row of a client is not locked, as that of an endpoint is, because sign-ins lock it: so instances that
 * claim at the same moment can together send more to one client.
 */
const claimLogouts: Statement = {
  name: 'logouts_claim',
  // By hand (race): the lease gives each instance other logouts.
  text: `
    WITH due AS MATERIALIZED (
      SELECT next.id FROM oauth_clients c CROSS JOIN LATERAL (
        SELECT d.id, d.due_ts FROM webhook_deliveries d
        WHERE d.client_id = c.id AND d.due_ts <= $1::timestamptz AND (d.lease_ts IS NULL OR d.lease_ts < $1)
        ORDER BY d.due_ts
        LIMIT greatest(0, $4::int - (SELECT count(*) FROM webhook_deliveries running
          WHERE running.client_id = c.id AND running.lease_ts >= $1))
      ) AS next WHERE c.backchannel_logout_uri IS NOT NULL ORDER BY next.due_ts LIMIT $3::int
    )
    UPDATE webhook_deliveries d SET lease_ts = $2::timestamptz, attempts = d.attempts + 1
    FROM oauth_clients c
    WHERE d.id IN (SELECT id FROM due) AND c.id = d.client_id AND d.due_ts <= $1 AND (d.lease_ts IS NULL OR d.lease_ts < $1)
    RETURNING d.id, c.id AS "clientId", d.attempts, c.backchannel_logout_uri AS url, c.id_token_alg AS "idTokenAlg",
      d.data->>'user_id' AS "userId", d.data->>'session_id' AS "sessionId"`,
};

/** $1 id, $2 the attempt, $3 now, $4 the next attempt or null, $5 problem, $6 status. */
const recordAttempt: Statement = {
  name: 'logout_record',
  // By hand (race): the end of an attempt counts only if no other instance has started the next one.
  text: `
    UPDATE webhook_deliveries SET due_ts = $4::timestamptz, lease_ts = NULL, problem = $5, status = $6::smallint,
      ended_ts = CASE WHEN $4::timestamptz IS NULL THEN $3::timestamptz END
    WHERE id = $1::uuid AND attempts = $2::int AND ended_ts IS NULL RETURNING 1`,
};

/** No document says one. So that counting has a limited cost. */
const mostCounted = 10_000;

const countWaiting: Statement = {
  name: 'logouts_waiting',
  // By hand (Prisma): a count with a limit.
  text: `SELECT count(*)::int AS count FROM (
      SELECT 1 FROM webhook_deliveries WHERE client_id IS NOT NULL AND due_ts IS NOT NULL LIMIT ${mostCounted}) AS waiting`,
};
