import type { Feature } from '../../platform/feature';
import { impersonationActions } from './impersonation.audit';
import { impersonationMails } from './impersonation.mails';
import * as impersonation from './impersonation.operations';
import { impersonationReasons } from './impersonation.reasons';
import { impersonationSettings } from './impersonation.settings';

export const impersonationFeature = {
  settings: [impersonationSettings],
  operations: [impersonation],
  mails: impersonationMails,
  actions: [impersonationActions],
  reasons: [impersonationReasons],
} satisfies Feature;
