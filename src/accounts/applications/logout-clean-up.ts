import { batches } from '../../platform/jobs/clean-up-step';

/** A session can end while the address of its client is removed. */
const removeWithoutAddress = {
  name: 'clean_up_logouts_without_address',
  // By hand (Prisma): no bounded DELETE in the order of an index, which takes few locks.
  text: `DELETE FROM webhook_deliveries WHERE id = ANY (ARRAY(
      SELECT d.id FROM oauth_clients c JOIN webhook_deliveries d ON d.client_id = c.id
      WHERE c.backchannel_logout_uri IS NULL AND d.due_ts < $1::timestamptz LIMIT $2::int)) RETURNING 1`,
};

export const logoutCleanUp = [batches('logouts_without_address', removeWithoutAddress, (now) => now)];
