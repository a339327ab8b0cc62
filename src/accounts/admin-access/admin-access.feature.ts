import type { Feature } from '../../platform/feature';
import { administrationSettings } from './admin-access.settings';

export const administrationFeature = {
  settings: [administrationSettings],
} satisfies Feature;
