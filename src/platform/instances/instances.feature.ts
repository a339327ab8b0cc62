import { ofInstallation } from '../db/feature-table';
import type { Feature } from '../feature';
import { instanceMetrics } from './instances.metrics';

export const instancesFeature = {
  metrics: [instanceMetrics],
  tables: {
    instances: ofInstallation,
  },
} satisfies Feature;
