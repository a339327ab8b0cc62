import type { Feature } from '../../feature';
import * as passwords from './passwords.operations';

export const passwordResetFeature = {
  operations: [passwords],
} satisfies Feature;
