import type { Feature } from '../../platform/feature';
import * as impersonation from './impersonation.operations';
import { impersonationSettings } from './impersonation.settings';

export const impersonationFeature = {
  settings: [impersonationSettings],
  operations: [impersonation],
} satisfies Feature;
