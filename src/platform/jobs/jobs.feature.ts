import { ofInstallation } from '../db/feature-table';
import type { Feature } from '../feature';
import { cleanUpMetrics } from './clean-up.metrics';
import { JobStore } from './job.store';

export const jobsFeature = {
  stores: { jobs: JobStore },
  metrics: [cleanUpMetrics],
  tables: {
    jobs: ofInstallation,
  },
} satisfies Feature;
