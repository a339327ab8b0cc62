import type { Feature } from '../../platform/feature';
import { federationLimits } from './federation.limits';
import * as federation from './federation.operations';
import { federationSettings } from './federation.settings';

export const federationFeature = {
  limits: federationLimits,
  settings: [federationSettings],
  operations: [federation],
} satisfies Feature;
