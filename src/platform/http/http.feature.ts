import type { Feature } from '../feature';
import { httpSettings } from './http.settings';

export const httpFeature = {
  settings: [httpSettings],
} satisfies Feature;
