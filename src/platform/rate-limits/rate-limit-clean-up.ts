import { batches, expired } from '../jobs/clean-up-step';
import { knownForMs } from './known-networks';

/** The times of the library are in ms since 1970. */
const removeCounts = {
  name: 'clean_up_counts',
  // By hand (Prisma): no bounded DELETE in the order of an index, which takes few locks and never sorts a table.
  text: `DELETE FROM rate_limits WHERE key = ANY (ARRAY(
    SELECT key FROM rate_limits WHERE expire < $1::bigint ORDER BY expire LIMIT $2::int)) RETURNING 1`,
};

export const rateLimitCleanUp = [
  batches('rate_limits', removeCounts, (now) => now.getTime()),
  expired('known_networks', { key: 'key', column: 'seen_ts', keptMs: knownForMs }),
];
