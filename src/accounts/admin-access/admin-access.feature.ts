import type { Feature } from '../../platform/feature';
import { adminAccessReasons } from './admin-access.reasons';
import { administrationSettings } from './admin-access.settings';

export const administrationFeature = {
  settings: [administrationSettings],
  reasons: [adminAccessReasons],
} satisfies Feature;
