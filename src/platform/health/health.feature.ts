import type { Feature } from '../feature';
import * as health from './health.operations';
import { readinessMetrics } from './readiness.metrics';

export const healthFeature = {
  operations: [health],
  metrics: [readinessMetrics],
} satisfies Feature;
