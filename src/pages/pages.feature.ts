import type { Feature } from '../platform/feature';
import { pagesSettings } from './pages.settings';

export const pagesFeature = {
  settings: [pagesSettings],
} satisfies Feature;
