import { type BatchStep, batches, dayMs } from '../../platform/jobs/clean-up-step';
import { allKinds } from './figure-kinds';

/** More than the figures show. */
const keptMs = 100 * dayMs;

export const figuresCleanUp: BatchStep[] = [
  batches(
    'figure_counts',
    {
      name: 'clean_up_figure_counts',
      // By hand (Prisma): no bounded DELETE.
      text: `DELETE FROM figure_counts WHERE (kind, hour, label) IN (
        SELECT kind, hour, label FROM figure_counts
        WHERE kind IN (${allKinds}) AND hour < $1::timestamptz LIMIT $2::int) RETURNING 1`,
    },
    (now) => new Date(now.getTime() - keptMs),
  ),
];
