import type { Feature } from '../feature';
import { databaseSettings } from './database.settings';
import { databasePoolMetrics } from './pool.metrics';

export const dbFeature = {
  settings: [databaseSettings],
  metrics: [databasePoolMetrics],
} satisfies Feature;
