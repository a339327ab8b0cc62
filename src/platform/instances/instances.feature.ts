import type { Feature } from '../../feature';
import { instanceMetrics } from './instances.metrics';

export const instancesFeature = {
  metrics: [instanceMetrics],
} satisfies Feature;
