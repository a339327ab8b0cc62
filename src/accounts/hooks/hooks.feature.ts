import type { Feature } from '../../platform/feature';
import { hookActions } from './hooks.audit';
import { hooksMetrics } from './hooks.metrics';
import { hookReasons } from './hooks.reasons';
import { hooksSettings } from './hooks.settings';

export const hooksFeature = {
  settings: [hooksSettings],
  metrics: [hooksMetrics],
  actions: [hookActions],
  reasons: [hookReasons],
} satisfies Feature;
