import type { Feature } from '../feature';
import { buildInfoMetrics } from './build-info.metrics';
import { observabilitySettings } from './observability.settings';

export const observabilityFeature = {
  settings: [observabilitySettings],
  metrics: [buildInfoMetrics],
} satisfies Feature;
