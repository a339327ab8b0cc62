import { type BatchStep, batches, dayMs } from '../../platform/jobs/clean-up-step';

const keptMs = 14 * dayMs;

export const telCleanUp: BatchStep[] = [
  batches(
    'tel_counts',
    {
      name: 'clean_up_tel_counts',
      // By hand (Prisma): no bounded DELETE.
      text: `DELETE FROM tel_counts WHERE (day, country) IN (
        SELECT day, country FROM tel_counts WHERE day < $1::timestamptz LIMIT $2::int) RETURNING 1`,
    },
    (now) => new Date(now.getTime() - keptMs),
  ),
];
