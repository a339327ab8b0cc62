import { webhookChannel } from '../audit/audit-statement';
import type { Prisma, Queryable, Statement } from '../db/database';
import type { Encrypted } from '../encryption/encryption';
import type { PagePosition } from '../request/page-cursor';
import type { WebhookData } from './event-type';
import type { DeliveryAttempt, DeliveryClaim } from './receiver-queue';
import type { WebhookDelivery, WebhookProblem } from './webhook';

/** What an attempt needs. */
export interface ClaimedWebhook
  extends Pick<WebhookDelivery, 'id' | 'endpointId' | 'type' | 'data' | 'createdTs' | 'attempts' | 'isTest'> {
  url: string;
  encryptedSecret: Encrypted;
  encryptedPrevious: Encrypted | null;
  previousUntilTs: Date | null;
}

interface WebhookAttempt extends DeliveryAttempt {
  /** The beginning of the body of the answer. */
  answer: string | null;
  durationMs: number;
}

interface WebhookTest extends Pick<WebhookDelivery, 'endpointId' | 'type' | 'data'> {
  at: Date;
}

export interface WebhookDeliveryPageRequest {
  endpointId: string;
  first: number;
  after: PagePosition | null;
}

export class WebhookDeliveryStore {
  constructor(private readonly db: Queryable) {}

  /** Inserts a delivery that is no event, and wakes the instances when the transaction commits. */
  async insertTest({ endpointId, type, data, at }: WebhookTest): Promise<WebhookDelivery> {
    const [row] = await this.db.run<{ id: string }>(insertTest, [endpointId, at, type, JSON.stringify(data)]);
    const found = row && (await this.find(row.id));
    if (!found) throw new Error('an insert returns its row');
    return found;
  }

  /** Returns deliveries that are due, which no other instance sends now. */
  async claim({ at, leaseUntil, atMost, perReceiver }: DeliveryClaim): Promise<ClaimedWebhook[]> {
    const rows = await this.db.run<ClaimedRow>(claimDeliveries, [at, leaseUntil, atMost, perReceiver]);
    return rows.map(toClaimed);
  }

  /** Records a success, and that the endpoint works. */
  async succeed(attempt: Omit<WebhookAttempt, 'dueTs' | 'problem'>): Promise<void> {
    const { id, attempts, at, status, answer, durationMs } = attempt;
    await this.db.run(succeedDelivery, [id, attempts, at, status, answer, durationMs]);
  }

  /** Records a failure. Returns since when the endpoint fails, or null if another instance has started the next attempt. */
  async fail(attempt: WebhookAttempt): Promise<Date | null> {
    const { id, attempts, at, dueTs, problem, status, answer, durationMs } = attempt;
    const values = [id, attempts, at, dueTs, problem, status, answer, durationMs];
    const [row] = await this.db.run<{ failingSinceTs: Date }>(failDelivery, values);
    return row?.failingSinceTs ?? null;
  }

  async find(id: string): Promise<WebhookDelivery | null> {
    const row = await this.db.prisma.webhookDelivery.findFirst({ where: { id, endpointId: { not: null } } });
    return row && toDelivery(row);
  }

  /** Returns the newest first: the deliveries of the page, and one more if there is a next page. */
  async page({ endpointId, first, after }: WebhookDeliveryPageRequest): Promise<WebhookDelivery[]> {
    const all: Prisma.WebhookDeliveryWhereInput[] = [{ endpointId }];
    if (after) {
      all.push({ OR: [{ createdTs: { lt: after.ts } }, { createdTs: after.ts, id: { lt: after.id } }] });
      // For the index: the condition before is no range.
      all.push({ createdTs: { lte: after.ts } });
    }
    const rows = await this.db.prisma.webhookDelivery.findMany({
      where: { AND: all },
      orderBy: [{ createdTs: 'desc' }, { id: 'desc' }],
      take: first + 1,
    });
    return rows.map(toDelivery);
  }

  /** Makes a delivery due that has ended or waits for its next attempt. Returns false while it is being sent. */
  async retry(id: string, at: Date): Promise<boolean> {
    return (await this.db.run(retryDelivery, [id, at])).length === 1;
  }

  /** Removes what receivers have answered to the events of a user. */
  async removeAnswers(userId: string): Promise<void> {
    await this.db.run(removeAnswers, [userId]);
  }

  /** Returns when the delivery to an endpoint was due that has waited longest. Null if none waits. */
  async firstDue(endpointId: string): Promise<Date | null> {
    const row = await this.db.prisma.webhookDelivery.findFirst({
      where: { endpointId, dueTs: { not: null } },
      orderBy: { dueTs: 'asc' },
      select: { dueTs: true },
    });
    return row?.dueTs ?? null;
  }

  /** The number of deliveries that wait, counted up to `mostCounted`, and the creation time of the oldest. */
  async waiting(): Promise<{ count: number; oldestTs: Date | null }> {
    const [row] = await this.db.run<{ count: number; oldestTs: Date | null }>(countWaiting, []);
    return { count: row?.count ?? 0, oldestTs: row?.oldestTs ?? null };
  }
}

const notifying = `pg_notify('${webhookChannel}', '')::text`;

/** $1 endpoint, $2 now, $3 type, $4 data. */
const insertTest: Statement = {
  name: 'webhook_delivery_insert_test',
  // By hand (Prisma): no NOTIFY.
  text: `INSERT INTO webhook_deliveries (endpoint_id, type, data, is_test, created_ts, due_ts)
    VALUES ($1::uuid, $3, $4::jsonb, true, $2::timestamptz, $2) RETURNING id, ${notifying}`,
};

/** $1 user. */
const removeAnswers: Statement = {
  name: 'webhook_delivery_remove_answers',
  // By hand (Prisma): for the index on this expression.
  text: `UPDATE webhook_deliveries SET answer = NULL WHERE data->>'user_id' = $1::text AND answer IS NOT NULL RETURNING 1`,
};

/**
 * $1 now, $2 the end of the lease, $3 the maximum number, $4 the maximum number of an endpoint. What an endpoint does not
 * answer takes only its own places. An endpoint for which another instance claims at this moment is skipped, so that both
 * together do not send more.
 */
const claimDeliveries: Statement = {
  name: 'webhook_delivery_claim',
  // By hand (race): `SKIP LOCKED` gives each instance other deliveries.
  text: `
    WITH enabled AS MATERIALIZED (
      SELECT id FROM webhook_endpoints WHERE disabled_ts IS NULL FOR NO KEY UPDATE SKIP LOCKED
    ), due AS MATERIALIZED (
      SELECT next.id FROM enabled CROSS JOIN LATERAL (
        SELECT d.id, d.due_ts FROM webhook_deliveries d
        WHERE d.endpoint_id = enabled.id AND d.due_ts <= $1::timestamptz AND (d.lease_ts IS NULL OR d.lease_ts < $1)
        ORDER BY d.due_ts
        LIMIT greatest(0, $4::int - (SELECT count(*) FROM webhook_deliveries running
          WHERE running.endpoint_id = enabled.id AND running.lease_ts >= $1))
      ) AS next ORDER BY next.due_ts LIMIT $3::int
    )
    UPDATE webhook_deliveries d SET lease_ts = $2::timestamptz, attempts = d.attempts + 1
    FROM webhook_endpoints e
    WHERE d.id IN (SELECT id FROM due) AND e.id = d.endpoint_id AND (d.lease_ts IS NULL OR d.lease_ts < $1)
    RETURNING d.id, d.endpoint_id AS "endpointId", d.type, d.data, d.is_test AS "isTest", d.created_ts AS "createdTs", d.attempts, e.url,
      e.encrypted_secret AS "encryptedSecret", e.encrypted_previous AS "encryptedPrevious",
      e.previous_until_ts AS "previousUntilTs"`,
};

/** $1 id, $2 the attempt, $3 now, $4 status, $5 answer, $6 duration. */
const succeedDelivery: Statement = {
  name: 'webhook_delivery_succeed',
  // By hand (race): the end of an attempt counts only if no other instance has started the next one.
  text: `
    WITH ended AS (
      UPDATE webhook_deliveries SET due_ts = NULL, lease_ts = NULL, ended_ts = $3::timestamptz, problem = NULL,
        status = $4::smallint, answer = $5, duration_ms = $6::int
      WHERE id = $1::uuid AND attempts = $2::int AND ended_ts IS NULL RETURNING endpoint_id
    )
    UPDATE webhook_endpoints SET failing_since_ts = NULL FROM ended
    WHERE id = ended.endpoint_id AND failing_since_ts IS NOT NULL RETURNING 1`,
};

/** $1 id, $2 the attempt, $3 now, $4 the next attempt or null, $5 problem, $6 status, $7 answer, $8 duration. */
const failDelivery: Statement = {
  name: 'webhook_delivery_fail',
  // By hand (race): as above.
  text: `
    WITH failed AS (
      UPDATE webhook_deliveries SET due_ts = $4::timestamptz, lease_ts = NULL, problem = $5, status = $6::smallint,
        answer = $7, duration_ms = $8::int, ended_ts = CASE WHEN $4::timestamptz IS NULL THEN $3::timestamptz END
      WHERE id = $1::uuid AND attempts = $2::int AND ended_ts IS NULL RETURNING endpoint_id
    )
    UPDATE webhook_endpoints SET failing_since_ts = coalesce(failing_since_ts, $3) FROM failed
    WHERE id = failed.endpoint_id RETURNING failing_since_ts AS "failingSinceTs"`,
};

/** $1 id, $2 now. */
const retryDelivery: Statement = {
  name: 'webhook_delivery_retry',
  // By hand (Prisma): no NOTIFY. Race: with an instance that sends the delivery.
  text: `UPDATE webhook_deliveries SET due_ts = $2::timestamptz, lease_ts = NULL, ended_ts = NULL
    WHERE id = $1::uuid AND (lease_ts IS NULL OR lease_ts < $2) RETURNING ${notifying}`,
};

const mostCounted = 10_000;

const countWaiting: Statement = {
  name: 'webhook_delivery_waiting',
  // By hand (Prisma): a count with a limit.
  text: `SELECT count(*)::int AS count, min(created_ts) AS "oldestTs"
    FROM (SELECT created_ts FROM webhook_deliveries WHERE endpoint_id IS NOT NULL AND due_ts IS NOT NULL LIMIT ${mostCounted}) AS waiting`,
};

type ClaimedRow = Omit<ClaimedWebhook, 'type' | 'data'> & { type: string; data: unknown };

function toClaimed(row: ClaimedRow): ClaimedWebhook {
  return {
    id: row.id,
    endpointId: row.endpointId,
    type: row.type,
    // Only the statements with `auditing` and `insertTest` write this column.
    data: row.data as WebhookData,
    isTest: row.isTest,
    createdTs: row.createdTs,
    attempts: row.attempts,
    url: row.url,
    encryptedSecret: row.encryptedSecret,
    encryptedPrevious: row.encryptedPrevious,
    previousUntilTs: row.previousUntilTs,
  };
}

function toDelivery({ endpointId, ...row }: Prisma.WebhookDeliveryModel): WebhookDelivery {
  if (endpointId === null) throw new Error('a logout is no event');
  return {
    id: row.id,
    endpointId,
    type: row.type,
    data: row.data as WebhookData,
    createdTs: row.createdTs,
    dueTs: row.dueTs,
    attempts: row.attempts,
    endedTs: row.endedTs,
    problem: row.problem as WebhookProblem | null,
    status: row.status,
    answer: row.answer,
    durationMs: row.durationMs,
    isTest: row.isTest,
  };
}
