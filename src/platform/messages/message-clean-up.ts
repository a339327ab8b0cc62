import { batches, dayMs, expired } from '../jobs/clean-up-step';

/** A message that is being sent ends where it is sent. */
const endExpired = {
  name: 'clean_up_expired_messages',
  // By hand (Prisma): no bounded DELETE in the order of an index, which takes few locks and never sorts a table.
  text: `UPDATE messages SET due_ts = NULL, lease_ts = NULL, ended_ts = $1::timestamptz, problem = 'expired'
    WHERE id = ANY (ARRAY(
      SELECT id FROM messages
      WHERE due_ts IS NOT NULL AND expires_ts < $1::timestamptz AND (lease_ts IS NULL OR lease_ts < $1)
      ORDER BY due_ts LIMIT $2::int FOR UPDATE SKIP LOCKED)) RETURNING 1`,
};

/** A message is kept for some days after its end, so that an operator can see why a mail failed. */
export const messageCleanUp = [
  batches('expired_messages', endExpired, (now) => now),
  expired('messages', { column: 'ended_ts', keptMs: 7 * dayMs }),
];
