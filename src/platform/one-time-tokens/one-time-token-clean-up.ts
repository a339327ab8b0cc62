import { batches, dayMs, expired } from '../jobs/clean-up-step';
import { namesOfPurposes } from './purpose';

/** Longer than a day, for which wrong codes are counted, so that the audit can name an expired link as such. */
const keptMs = 7 * dayMs;
/** Each login with a second factor or a provider makes one. The audit can name one as expired that comes a little late. */
const shortLivedKeptMs = 3_600_000;

/** $1 the latest end, $2 the maximum number, $3 purposes. The newest first: behind them are the expired tokens of mails, and only the last batch reads past all of those. */
const removeShortLived = {
  name: 'clean_up_short_lived_tokens',
  // By hand (Prisma): no bounded DELETE in the order of an index, which takes few locks and never sorts a table.
  text: `DELETE FROM one_time_tokens WHERE id = ANY (ARRAY(
    SELECT id FROM one_time_tokens WHERE purpose = ANY($3::text[]) AND expires_ts < $1::timestamptz
    ORDER BY expires_ts DESC LIMIT $2::int)) RETURNING 1`,
};

export const oneTimeTokenCleanUp = [
  expired('one_time_tokens', { keptMs }),
  batches(
    'short_lived_tokens',
    removeShortLived,
    (now) => new Date(now.getTime() - shortLivedKeptMs),
    () => [namesOfPurposes(({ link }) => link === undefined)],
  ),
];
