import type { Feature } from '../../feature';
import { webhookCleanUp } from './webhook-clean-up';
import { WebhookDeliveryStore } from './webhook-delivery.store';
import { WebhookEndpointStore } from './webhook-endpoint.store';
import { webhookMetrics } from './webhooks.metrics';
import { webhooksSettings } from './webhooks.settings';

export const webhooksFeature = {
  settings: [webhooksSettings],
  stores: { webhookEndpoints: WebhookEndpointStore, webhookDeliveries: WebhookDeliveryStore },
  cleanUp: webhookCleanUp,
  metrics: [webhookMetrics],
} satisfies Feature;
