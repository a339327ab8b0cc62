import type { Feature } from '../../platform/feature';
import { hooksMetrics } from './hooks.metrics';
import { hookReasons } from './hooks.reasons';
import { hooksSettings } from './hooks.settings';

export const hooksFeature = {
  settings: [hooksSettings],
  metrics: [hooksMetrics],
  reasons: [hookReasons],
} satisfies Feature;
