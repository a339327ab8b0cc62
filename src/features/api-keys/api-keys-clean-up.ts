import { batches, dayMs, expired } from '../../platform/jobs/clean-up-step';

/** No document says one. As ended sessions: so that an operator can find out why a key ended, and longer than any access token lives. */
const keptMs = 30 * dayMs;

const removeRevoked = {
  name: 'clean_up_revoked_api_keys',
  // By hand (Prisma): no bounded DELETE in the order of an index, which takes few locks and never sorts a table.
  text: `DELETE FROM api_keys WHERE id = ANY (ARRAY(
      SELECT id FROM api_keys WHERE revoked_ts < $1::timestamptz ORDER BY revoked_ts LIMIT $2::int)) RETURNING 1`,
};

export const apiKeysCleanUp = [
  expired('api_keys', { keptMs }),
  batches('revoked_api_keys', removeRevoked, (now) => new Date(now.getTime() - keptMs)),
];
