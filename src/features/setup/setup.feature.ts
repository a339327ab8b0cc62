import type { Feature } from '../../platform/feature';
import * as setup from './setup.operations';
import { setupPurposes } from './setup.purposes';

export const setupFeature = {
  operations: [setup],
  purposes: setupPurposes,
} satisfies Feature;
