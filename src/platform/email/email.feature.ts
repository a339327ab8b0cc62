import type { Feature } from '../feature';
import { emailSettings } from './email.settings';

export const emailFeature = {
  settings: [emailSettings],
} satisfies Feature;
