import { AppError } from '../../platform/errors/app-error';
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
import { noSuchDelivery, noSuchEndpoint } from './webhook-endpoints.service';

const tag = 'Operation';
const errors = { NOT_FOUND: noSuchEndpoint() };
const conflict = (msg: string) => ({ CONFLICT: new AppError('CONFLICT', { msg }) });

export const adminWebhooksRoutes = (webhooks: AdminWebhooksService): RestRoute[] => [
  answerRoute(webhookEndpoints, { tag, summary: 'List the endpoints of webhooks' }, (_, context) =>
    webhooks.list(context),
  ),
  answerRoute(
    createWebhookEndpoint,
    {
      tag,
      summary: 'Create an endpoint of webhooks',
      body: { description: 'The endpoint to create.' },
      status: 201,
      errors: conflict('There are 20 endpoints already.'),
    },
    (input, context) => webhooks.create(input, context),
  ),
  answerRoute(webhookEndpoint, { tag, summary: 'Get an endpoint of webhooks', errors }, (input, context) =>
    webhooks.get(input, context),
  ),
  answerRoute(
    updateWebhookEndpoint,
    { tag, summary: 'Change an endpoint of webhooks', body: { description: 'The fields to change.' }, errors },
    (input, context) => webhooks.update(input, context),
  ),
  answerRoute(
    rotateWebhookSecret,
    {
      tag,
      summary: 'Replace the secret of an endpoint of webhooks',
      body: { description: 'Whether the previous secret signs no more.', isOptional: true },
      errors,
    },
    (input, context) => webhooks.rotateSecret(input, context),
  ),
  answerRoute(deleteWebhookEndpoint, { tag, summary: 'Delete an endpoint of webhooks', errors }, (input, context) =>
    webhooks.delete(input, context),
  ),
  answerRoute(
    testWebhook,
    {
      tag,
      summary: 'Send a test to an endpoint',
      body: { description: 'The type of the example.', isOptional: true },
      errors: { ...errors, ...conflict('The endpoint is disabled.') },
    },
    (input, context) => webhooks.test(input, context),
  ),
  answerRoute(webhookDeliveries, { tag, summary: 'List the deliveries of an endpoint', errors }, (input, context) =>
    webhooks.deliveries(input, context),
  ),
  answerRoute(
    retryWebhookDelivery,
    {
      tag,
      summary: 'Send a delivery again',
      errors: { NOT_FOUND: noSuchDelivery(), ...conflict('The delivery is being sent now.') },
    },
    (input, context) => webhooks.retry(input, context),
  ),
];
