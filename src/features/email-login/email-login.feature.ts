import type { Feature } from '../../platform/feature';
import * as emailLogin from './email-login.operations';
import { emailLoginSettings } from './email-login.settings';

export const emailLoginFeature = {
  settings: [emailLoginSettings],
  operations: [emailLogin],
} satisfies Feature;
