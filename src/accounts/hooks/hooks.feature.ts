import type { Feature } from '../../platform/feature';
import { hooksMetrics } from './hooks.metrics';
import { hooksSettings } from './hooks.settings';

export const hooksFeature = {
  settings: [hooksSettings],
  metrics: [hooksMetrics],
} satisfies Feature;
