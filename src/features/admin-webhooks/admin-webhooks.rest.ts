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
  answerRoute(webhookEndpoints, (_, context) => webhooks.webhookEndpoints(context)),
  answerRoute(createWebhookEndpoint, (input, context) => webhooks.createWebhookEndpoint(input, context)),
  answerRoute(webhookEndpoint, (input, context) => webhooks.webhookEndpoint(input, context)),
  answerRoute(updateWebhookEndpoint, (input, context) => webhooks.updateWebhookEndpoint(input, context)),
  answerRoute(rotateWebhookSecret, (input, context) => webhooks.rotateWebhookSecret(input, context)),
  answerRoute(deleteWebhookEndpoint, (input, context) => webhooks.deleteWebhookEndpoint(input, context)),
  answerRoute(testWebhook, (input, context) => webhooks.testWebhook(input, context)),
  answerRoute(webhookDeliveries, (input, context) => webhooks.webhookDeliveries(input, context)),
  answerRoute(retryWebhookDelivery, (input, context) => webhooks.retryWebhookDelivery(input, context)),
];
