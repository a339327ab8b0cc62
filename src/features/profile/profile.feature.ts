import type { Feature } from '../../platform/feature';
import { profileActions } from './profile.audit';
import * as profile from './profile.operations';

export const profileFeature = {
  operations: [profile],
  actions: [profileActions],
} satisfies Feature;
