import { operationsTagged } from '../../platform/operations/define-operation';
import {
  createdAnswer,
  deletedAnswer,
  deliveriesAnswer,
  deliveryAnswer,
  endpointAnswer,
  endpointsAnswer,
  rotatedAnswer,
} from './admin-webhooks.answers';
import {
  createWebhookInput,
  retryWebhookInput,
  rotateWebhookSecretInput,
  testWebhookInput,
  updateWebhookInput,
  webhookDeliveriesInput,
  webhookIdInput,
} from './admin-webhooks.inputs';

const defineOperation = operationsTagged('Operation');

export const noSuchDelivery = 'There is no delivery with this id.';

export const noSuchEndpoint = 'There is no endpoint with this id.';

export const webhookEndpoints = defineOperation({
  name: 'webhookEndpoints',
  rest: ['GET /admin/webhooks'],
  summary: 'List the endpoints of webhooks',
  does: 'Returns the endpoints of webhooks, the newest first, without their secrets.',
  message: 'Endpoints returned.',
  caller: 'superAdmin',
  machine: 'read',
  answer: endpointsAnswer,
});

export const webhookEndpoint = defineOperation({
  name: 'webhookEndpoint',
  rest: ['GET /admin/webhooks/{id}'],
  summary: 'Get an endpoint of webhooks',
  does: 'Returns an endpoint of webhooks, without its secret.',
  message: 'Endpoint returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: webhookIdInput,
  answer: endpointAnswer,
  errors: { NOT_FOUND: noSuchEndpoint },
});

export const createWebhookEndpoint = defineOperation({
  name: 'createWebhookEndpoint',
  rest: ['POST /admin/webhooks'],
  summary: 'Create an endpoint of webhooks',
  does: 'Creates an endpoint of webhooks, and returns its secret once.',
  message: 'Endpoint created.',
  caller: 'superAdmin',
  input: createWebhookInput,
  takes: 'The endpoint to create.',
  answer: createdAnswer,
  errors: { CONFLICT: 'There are 20 endpoints already.' },
  status: 201,
});

export const updateWebhookEndpoint = defineOperation({
  name: 'updateWebhookEndpoint',
  rest: ['PATCH /admin/webhooks/{id}'],
  summary: 'Change an endpoint of webhooks',
  does: 'Changes the fields of an endpoint of webhooks that the request has.',
  message: 'Endpoint changed.',
  caller: 'superAdmin',
  input: updateWebhookInput,
  takes: 'The fields to change.',
  answer: endpointAnswer,
  errors: { NOT_FOUND: noSuchEndpoint },
});

export const rotateWebhookSecret = defineOperation({
  name: 'rotateWebhookSecret',
  rest: ['POST /admin/webhooks/{id}/secret'],
  summary: 'Replace the secret of an endpoint of webhooks',
  does: 'Replaces the secret of an endpoint of webhooks, and returns the new one once.',
  message: 'Secret replaced.',
  caller: 'superAdmin',
  input: rotateWebhookSecretInput,
  takes: 'Whether the previous secret signs no more.',
  bodyIsOptional: true,
  answer: rotatedAnswer,
  errors: { NOT_FOUND: noSuchEndpoint },
});

export const deleteWebhookEndpoint = defineOperation({
  name: 'deleteWebhookEndpoint',
  rest: ['DELETE /admin/webhooks/{id}'],
  summary: 'Delete an endpoint of webhooks',
  does: 'Deletes an endpoint of webhooks, and what was not delivered yet.',
  message: 'Endpoint deleted.',
  caller: 'superAdmin',
  input: webhookIdInput,
  answer: deletedAnswer,
  errors: { NOT_FOUND: noSuchEndpoint },
});

export const testWebhook = defineOperation({
  name: 'testWebhook',
  rest: ['POST /admin/webhooks/{id}/test'],
  summary: 'Send a test to an endpoint',
  does: 'Sends an event of the type `test`, or an example of an event, to an endpoint, and returns the delivery before its first attempt. The body has `"test": true`.',
  message: 'A test is sent now.',
  caller: 'superAdmin',
  input: testWebhookInput,
  takes: 'The type of the example.',
  bodyIsOptional: true,
  answer: deliveryAnswer,
  errors: { NOT_FOUND: noSuchEndpoint, CONFLICT: 'The endpoint is disabled.' },
});

export const webhookDeliveries = defineOperation({
  name: 'webhookDeliveries',
  rest: ['GET /admin/webhooks/{id}/deliveries'],
  summary: 'List the deliveries of an endpoint',
  does: 'Returns the deliveries of an endpoint in pages, the newest first. They are kept for seven days after their end.',
  message: 'Deliveries returned.',
  caller: 'superAdmin',
  machine: 'read',
  input: webhookDeliveriesInput,
  answer: deliveriesAnswer,
  errors: { NOT_FOUND: noSuchEndpoint },
});

export const retryWebhookDelivery = defineOperation({
  name: 'retryWebhookDelivery',
  rest: ['POST /admin/webhook-deliveries/{id}/retry'],
  summary: 'Send a delivery again',
  does: 'Makes a delivery due, whether it has ended or waits for its next attempt, and returns it.',
  message: 'The delivery is sent again now.',
  caller: 'superAdmin',
  input: retryWebhookInput,
  answer: deliveryAnswer,
  errors: {
    NOT_FOUND: 'There is no delivery with this id. They are kept for seven days after their end.',
    CONFLICT: 'The delivery is being sent now, or its endpoint is disabled.',
  },
  errorMessages: {
    NOT_FOUND: noSuchDelivery,
    CONFLICT: 'The delivery is being sent now.',
  },
});
