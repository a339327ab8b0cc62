import { batches, dayMs, expired } from '../jobs/clean-up-step';

/** Ends what waits for an endpoint that was disabled for longer than all attempts take. */
const endExpired = {
  name: 'clean_up_expired_webhooks',
  // By hand (Prisma): no bounded UPDATE in the order of an index, which takes few locks.
  text: `UPDATE webhook_deliveries SET due_ts = NULL, lease_ts = NULL, ended_ts = now(), problem = 'expired'
    WHERE id = ANY (ARRAY(
      SELECT d.id FROM webhook_endpoints e JOIN webhook_deliveries d ON d.endpoint_id = e.id
      WHERE e.disabled_ts < $1::timestamptz AND d.due_ts IS NOT NULL LIMIT $2::int FOR UPDATE OF d SKIP LOCKED)) RETURNING 1`,
};

/** A delivery is kept for some days after its end, so that an operator can see why it failed, and send it again. */
export const webhookCleanUp = [
  batches('expired_webhook_deliveries', endExpired, (now) => new Date(now.getTime() - 5 * dayMs)),
  expired('webhook_deliveries', { column: 'ended_ts', keptMs: 7 * dayMs }),
];
