import type { Feature } from '../../platform/feature';
import * as setup from './setup.operations';

export const setupFeature = {
  operations: [setup],
} satisfies Feature;
