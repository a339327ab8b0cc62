import { AppError, notFound } from '../../platform/errors/app-error';
import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody, optionalJsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import type { WebhookDelivery, WebhookEndpoint } from '../../platform/webhooks/webhook';
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
import {
  deliveryPageSchema,
  deliverySchema,
  endpointSchema,
  exampleDelivery,
  exampleEndpoint,
  exampleIssuedWebhook,
  toDeliveryPageRecord,
  toDeliveryRecord,
  toEndpointRecord,
  toIssuedWebhookRecord,
  webhookSecretSchema,
} from './webhook.rest';
import type { DeliveryPage, IssuedWebhookSecret } from './webhook-endpoints.service';

const body = jsonBody(bodyBytes.rest);
const optionalBody = optionalJsonBody(bodyBytes.rest);

const endpointsEnvelope = successSchema(
  'WebhookEndpointsEnvelope',
  'The endpoints.',
  about(
    object({ endpoints: { type: 'array', description: 'The endpoints, the newest first.', items: endpointSchema } }),
    'The endpoints.',
  ),
);
const endpointEnvelope = successSchema('WebhookEndpointEnvelope', 'An endpoint.', endpointSchema);
const secretEnvelope = successSchema('WebhookSecretEnvelope', 'An endpoint and its secret.', webhookSecretSchema);
const deliveriesEnvelope = successSchema('WebhookDeliveriesEnvelope', 'One page of deliveries.', deliveryPageSchema);
const deliveryEnvelope = successSchema('WebhookDeliveryEnvelope', 'A delivery.', deliverySchema);
const deletedEnvelope = successSchema(
  'DeletedWebhookEndpointEnvelope',
  'The endpoint was deleted.',
  about(object({}), 'Nothing.'),
);

const errors = { NOT_FOUND: notFound('endpoint') };

export function adminWebhooksRoutes(webhooks: AdminWebhooksService): RestRoute[] {
  return [
    routeOf(webhookEndpoints, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the endpoints of webhooks',
        success: { description: 'The endpoints.', schema: endpointsEnvelope, example: listBody([exampleEndpoint]) },
      }),
      handlers: [async (req, res) => sendJson(res, listBody(await webhooks.list(contextOf(req, res))))],
    }),
    routeOf(createWebhookEndpoint, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Create an endpoint of webhooks',
        body: { description: 'The endpoint to create.' },
        success: {
          status: 201,
          description: 'The endpoint was created.',
          schema: secretEnvelope,
          example: secretBody(createWebhookEndpoint.message, exampleIssuedWebhook),
        },
        errors: { CONFLICT: new AppError('CONFLICT', { msg: 'There are 20 endpoints already.' }) },
      }),
      handlers: [
        body,
        async (req, res) => {
          const issued = await webhooks.create(inputOf(createWebhookEndpoint, req), contextOf(req, res));
          sendJson(res.status(201), secretBody(createWebhookEndpoint.message, issued));
        },
      ],
    }),
    routeOf(webhookEndpoint, {
      openapi: () => ({ ...returnsEndpoint('Get an endpoint of webhooks', webhookEndpoint.message), errors }),
      handlers: [
        async (req, res) => {
          const endpoint = await webhooks.get(inputOf(webhookEndpoint, req), contextOf(req, res));
          sendJson(res, endpointBody(webhookEndpoint.message, endpoint));
        },
      ],
    }),
    routeOf(updateWebhookEndpoint, {
      openapi: () => ({
        ...returnsEndpoint('Change an endpoint of webhooks', updateWebhookEndpoint.message),
        body: { description: 'The fields to change.' },
        errors,
      }),
      handlers: [
        body,
        async (req, res) => {
          const endpoint = await webhooks.update(inputOf(updateWebhookEndpoint, req), contextOf(req, res));
          sendJson(res, endpointBody(updateWebhookEndpoint.message, endpoint));
        },
      ],
    }),
    routeOf(rotateWebhookSecret, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Replace the secret of an endpoint of webhooks',
        body: { description: 'Whether the previous secret signs no more.', isOptional: true },
        success: {
          description: 'The secret was replaced.',
          schema: secretEnvelope,
          example: secretBody(rotateWebhookSecret.message, exampleIssuedWebhook),
        },
        errors,
      }),
      handlers: [
        optionalBody,
        async (req, res) => {
          const issued = await webhooks.rotateSecret(inputOf(rotateWebhookSecret, req), contextOf(req, res));
          sendJson(res, secretBody(rotateWebhookSecret.message, issued));
        },
      ],
    }),
    routeOf(deleteWebhookEndpoint, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'Delete an endpoint of webhooks',
        success: { description: 'The endpoint was deleted.', schema: deletedEnvelope, example: deletedBody() },
        errors,
      }),
      handlers: [
        async (req, res) => {
          await webhooks.delete(inputOf(deleteWebhookEndpoint, req), contextOf(req, res));
          sendJson(res, deletedBody());
        },
      ],
    }),
    routeOf(testWebhook, {
      openapi: () => ({
        ...returnsDelivery('Send a test to an endpoint', testWebhook.message),
        body: { description: 'The type of the example.', isOptional: true },
        errors: { ...errors, CONFLICT: new AppError('CONFLICT', { msg: 'The endpoint is disabled.' }) },
      }),
      handlers: [
        optionalBody,
        async (req, res) => {
          const delivery = await webhooks.test(inputOf(testWebhook, req), contextOf(req, res));
          sendJson(res, deliveryBody(testWebhook.message, delivery));
        },
      ],
    }),
    routeOf(webhookDeliveries, {
      openapi: () => ({
        tag: 'Operation',
        summary: 'List the deliveries of an endpoint',
        description: `${webhookDeliveries.does}\n\nFor the next page, the client sends \`next\` as \`after\`, as long as \`next\` is not null.`,
        success: {
          description: 'One page of deliveries.',
          schema: deliveriesEnvelope,
          example: pageBody({ deliveries: [exampleDelivery], hasMore: false }),
        },
        errors,
      }),
      handlers: [
        async (req, res) =>
          sendJson(res, pageBody(await webhooks.deliveries(inputOf(webhookDeliveries, req), contextOf(req, res)))),
      ],
    }),
    routeOf(retryWebhookDelivery, {
      openapi: () => ({
        ...returnsDelivery('Send a delivery again', retryWebhookDelivery.message),
        errors: {
          NOT_FOUND: notFound('delivery'),
          CONFLICT: new AppError('CONFLICT', { msg: 'The delivery is being sent now.' }),
        },
      }),
      handlers: [
        async (req, res) => {
          const delivery = await webhooks.retry(inputOf(retryWebhookDelivery, req), contextOf(req, res));
          sendJson(res, deliveryBody(retryWebhookDelivery.message, delivery));
        },
      ],
    }),
  ];
}

const returnsEndpoint = (summary: string, message: string) => ({
  tag: 'Operation' as const,
  summary,
  success: { description: 'The endpoint.', schema: endpointEnvelope, example: endpointBody(message, exampleEndpoint) },
});
const returnsDelivery = (summary: string, message: string) => ({
  tag: 'Operation' as const,
  summary,
  success: { description: 'The delivery.', schema: deliveryEnvelope, example: deliveryBody(message, exampleDelivery) },
});

const listBody = (endpoints: readonly WebhookEndpoint[]) =>
  successEnvelope(webhookEndpoints.message, { endpoints: endpoints.map(toEndpointRecord) });
const endpointBody = (message: string, endpoint: WebhookEndpoint) =>
  successEnvelope(message, toEndpointRecord(endpoint));
const secretBody = (message: string, issued: IssuedWebhookSecret) =>
  successEnvelope(message, toIssuedWebhookRecord(issued));
const deletedBody = () => successEnvelope(deleteWebhookEndpoint.message, {});
const pageBody = (page: DeliveryPage) => successEnvelope(webhookDeliveries.message, toDeliveryPageRecord(page));
const deliveryBody = (message: string, delivery: WebhookDelivery) =>
  successEnvelope(message, toDeliveryRecord(delivery));
