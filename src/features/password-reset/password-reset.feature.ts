import type { Feature } from '../../platform/feature';
import * as passwords from './passwords.operations';

export const passwordResetFeature = {
  operations: [passwords],
} satisfies Feature;
