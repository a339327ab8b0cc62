import type { Feature } from '../../feature';
import { identitiesMetrics } from './identities.metrics';
import * as identities from './identities.operations';
import { providersSettings } from './providers.settings';

export const identitiesFeature = {
  settings: [providersSettings],
  operations: [identities],
  metrics: [identitiesMetrics],
} satisfies Feature;
