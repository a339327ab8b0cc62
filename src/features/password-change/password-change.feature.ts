import type { Feature } from '../../platform/feature';
import * as passwords from './password-change.operations';

export const passwordChangeFeature = {
  operations: [passwords],
} satisfies Feature;
