import type { Feature } from '../../feature';
import { administrationSettings } from './administration.settings';

export const administrationFeature = {
  settings: [administrationSettings],
} satisfies Feature;
