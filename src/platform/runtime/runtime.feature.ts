import type { Feature } from '../feature';
import { runtimeSettings } from './runtime.settings';

export const runtimeFeature = {
  settings: [runtimeSettings],
} satisfies Feature;
