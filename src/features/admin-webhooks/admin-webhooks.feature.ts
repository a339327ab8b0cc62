import type { Feature } from '../../platform/feature';
import { webhookMails } from './admin-webhooks.mails';
import * as adminWebhooks from './admin-webhooks.operations';

export const adminWebhooksFeature = {
  operations: [adminWebhooks],
  mails: webhookMails,
} satisfies Feature;
