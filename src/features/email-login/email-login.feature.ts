import type { Feature } from '../../platform/feature';
import { emailLoginMails } from './email-login.mails';
import * as emailLogin from './email-login.operations';
import { emailLoginSettings } from './email-login.settings';

export const emailLoginFeature = {
  settings: [emailLoginSettings],
  operations: [emailLogin],
  mails: emailLoginMails,
} satisfies Feature;
