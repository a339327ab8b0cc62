import { batches, dayMs } from '../../platform/jobs/clean-up-step';

/** No document says one. */
const keptMs = 90 * dayMs;

/** A client that a person allows something now has a new time of its document, which the lock of its row shows. */
const removeUnused = {
  name: 'clean_up_documented_clients',
  // By hand (Prisma): no bounded DELETE that skips locked rows.
  text: `DELETE FROM oauth_clients WHERE id = ANY (ARRAY(
      SELECT c.id FROM oauth_clients c
      WHERE c.metadata_ts < $1::timestamptz AND c.metadata_url IS NOT NULL AND c.disabled_ts IS NULL
        AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.client_id = c.id)
        AND NOT EXISTS (SELECT 1 FROM oauth_consents o WHERE o.client_id = c.id)
      LIMIT $2::int FOR UPDATE OF c SKIP LOCKED)) RETURNING 1`,
};

/** Clients of documents that nobody uses any more. A disabled one stays: its row rejects the URL. */
export const documentedClientCleanUp = [
  batches('documented_clients', removeUnused, (now) => new Date(now.getTime() - keptMs)),
];
