import type { Feature } from '../../platform/feature';
import { impersonationMails } from './impersonation.mails';
import * as impersonation from './impersonation.operations';
import { impersonationSettings } from './impersonation.settings';

export const impersonationFeature = {
  settings: [impersonationSettings],
  operations: [impersonation],
  mails: impersonationMails,
} satisfies Feature;
