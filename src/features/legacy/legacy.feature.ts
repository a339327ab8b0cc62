import type { Feature } from '../../platform/feature';
import { legacyMetrics } from './legacy.metrics';
import { legacyReasons } from './legacy.reasons';
import { legacySettings } from './legacy.settings';
import { LegacyAccountStore } from './legacy-account.store';

export const legacyFeature = {
  settings: [legacySettings],
  stores: { legacyAccounts: LegacyAccountStore },
  metrics: [legacyMetrics],
  reasons: [legacyReasons],
} satisfies Feature;
