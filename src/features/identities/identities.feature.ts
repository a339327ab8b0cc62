import { providersSettings } from '../../accounts/providers/providers.settings';
import type { Feature } from '../../platform/feature';
import { identitiesMetrics } from './identities.metrics';
import * as identities from './identities.operations';

export const identitiesFeature = {
  settings: [providersSettings],
  operations: [identities],
  metrics: [identitiesMetrics],
} satisfies Feature;
