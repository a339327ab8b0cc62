import type { Feature } from '../../platform/feature';
import * as profile from './profile.operations';

export const profileFeature = {
  operations: [profile],
} satisfies Feature;
