import { answerRoute } from '../../platform/rest/answer.rest';
import type { RestRoute } from '../../platform/rest/rest-route';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhookEndpoint,
  webhookDeliveries,
  webhookEndpoint,
  webhookEndpoints,
} from './admin-webhooks.operations';
import type { AdminWebhooksService } from './admin-webhooks.service';

export const adminWebhooksRoutes = (webhooks: AdminWebhooksService): RestRoute[] => [
  answerRoute(webhookEndpoints, (_, context) => webhooks.list(context)),
  answerRoute(createWebhookEndpoint, (input, context) => webhooks.create(input, context)),
  answerRoute(webhookEndpoint, (input, context) => webhooks.get(input, context)),
  answerRoute(updateWebhookEndpoint, (input, context) => webhooks.update(input, context)),
  answerRoute(rotateWebhookSecret, (input, context) => webhooks.rotateSecret(input, context)),
  answerRoute(deleteWebhookEndpoint, (input, context) => webhooks.delete(input, context)),
  answerRoute(testWebhook, (input, context) => webhooks.test(input, context)),
  answerRoute(webhookDeliveries, (input, context) => webhooks.deliveries(input, context)),
  answerRoute(retryWebhookDelivery, (input, context) => webhooks.retry(input, context)),
];
