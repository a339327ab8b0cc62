import type { Feature } from '../feature';
import { pagesSettings } from './pages.settings';

export const pagesFeature = {
  settings: [pagesSettings],
} satisfies Feature;
