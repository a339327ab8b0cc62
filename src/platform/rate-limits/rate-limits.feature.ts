import { namesNobody } from '../db/feature-table';
import type { Feature } from '../feature';
import { operationLimits } from '../operations/operation.limits';
import { KnownNetworkStore } from './known-network.store';
import { rateLimitCleanUp } from './rate-limit-clean-up';
import { rateLimitMetrics } from './rate-limits.metrics';
import { rateLimitsSettings } from './rate-limits.settings';

export const rateLimitsFeature = {
  limits: operationLimits,
  settings: [rateLimitsSettings],
  stores: { knownNetworks: KnownNetworkStore },
  cleanUp: rateLimitCleanUp,
  metrics: [rateLimitMetrics],
  tables: {
    known_networks: namesNobody,
    rate_limits: namesNobody,
  },
} satisfies Feature;
