import { ofInstallation } from '../db/feature-table';
import type { Feature } from '../feature';
import { webhookCleanUp } from './webhook-clean-up';
import { WebhookDeliveryStore } from './webhook-delivery.store';
import { WebhookEndpointStore } from './webhook-endpoint.store';
import { webhookActions } from './webhooks.audit';
import { webhookMetrics } from './webhooks.metrics';
import { webhooksSettings } from './webhooks.settings';

export const webhooksFeature = {
  settings: [webhooksSettings],
  actions: [webhookActions],
  stores: { webhookEndpoints: WebhookEndpointStore, webhookDeliveries: WebhookDeliveryStore },
  cleanUp: webhookCleanUp,
  metrics: [webhookMetrics],
  tables: {
    webhook_endpoints: ofInstallation,
    webhook_deliveries: { kind: 'record', not: 'ids of what the audit has, for seven days: the audit is exported' },
  },
} satisfies Feature;
