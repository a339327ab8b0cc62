import type { Feature } from '../../platform/feature';
import * as federation from './federation.operations';
import { federationSettings } from './federation.settings';

export const federationFeature = {
  settings: [federationSettings],
  operations: [federation],
} satisfies Feature;
