import type { Feature } from '../../platform/feature';
import { endpointActions } from './admin-webhooks.audit';
import { webhookMails } from './admin-webhooks.mails';
import * as adminWebhooks from './admin-webhooks.operations';

export const adminWebhooksFeature = {
  operations: [adminWebhooks],
  mails: webhookMails,
  actions: [endpointActions],
} satisfies Feature;
