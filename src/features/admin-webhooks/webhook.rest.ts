import { exampleTs } from '../../platform/operations/answer';
import { toPageCursor } from '../../platform/request/page-cursor';
import {
  about,
  component,
  nullable,
  object,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import { toWebhookBody, type WebhookDelivery, type WebhookEndpoint } from '../../platform/webhooks/webhook';
import { exampleUser } from '../users/user.answers';
import { deliveryTexts, endpointTexts, webhookSecretTexts } from './descriptions';
import type { DeliveryPage, IssuedWebhookSecret } from './webhook-endpoints.service';

export function toEndpointRecord(endpoint: WebhookEndpoint) {
  return {
    id: endpoint.id,
    url: endpoint.url,
    types: endpoint.types,
    created_ts: toTimestamp(endpoint.createdTs),
    disabled_ts: endpoint.disabledTs && toTimestamp(endpoint.disabledTs),
    disabled_problem: endpoint.disabledProblem,
    failing_since_ts: endpoint.failingSinceTs && toTimestamp(endpoint.failingSinceTs),
    secret_ts: toTimestamp(endpoint.secretTs),
    previous_until_ts: endpoint.previousUntilTs && toTimestamp(endpoint.previousUntilTs),
  };
}

export const endpointSchema = component('WebhookEndpoint', 'A receiver of webhooks.', () =>
  object({
    id: about(uuid, endpointTexts.id),
    url: about(string, endpointTexts.url),
    types: { type: 'array', description: endpointTexts.types, items: about(string, 'A type of event.') },
    created_ts: timestamp(endpointTexts.createdTs),
    disabled_ts: nullable(timestamp(endpointTexts.disabledTs)),
    disabled_problem: nullable(about(string, endpointTexts.disabledProblem)),
    failing_since_ts: nullable(timestamp(endpointTexts.failingSinceTs)),
    secret_ts: timestamp(endpointTexts.secretTs),
    previous_until_ts: nullable(timestamp(endpointTexts.previousUntilTs)),
  }),
);

export const toIssuedWebhookRecord = ({ endpoint, secret }: IssuedWebhookSecret) => ({
  endpoint: toEndpointRecord(endpoint),
  secret,
});

export const webhookSecretSchema = about(
  object({ endpoint: endpointSchema, secret: about(string, webhookSecretTexts.secret) }),
  'The endpoint and its secret.',
);

export function toDeliveryRecord(delivery: WebhookDelivery) {
  return {
    id: delivery.id,
    endpoint_id: delivery.endpointId,
    type: delivery.type,
    data: delivery.data,
    created_ts: toTimestamp(delivery.createdTs),
    due_ts: delivery.dueTs && toTimestamp(delivery.dueTs),
    attempts: delivery.attempts,
    ended_ts: delivery.endedTs && toTimestamp(delivery.endedTs),
    problem: delivery.problem,
    status: delivery.status,
    body: toWebhookBody(delivery),
    answer: delivery.answer,
    duration_ms: delivery.durationMs,
    is_test: delivery.isTest,
  };
}

export const deliverySchema = component('WebhookDelivery', 'An event for one endpoint.', () =>
  object({
    id: about(uuid, deliveryTexts.id),
    endpoint_id: about(uuid, deliveryTexts.endpointId),
    type: about(string, deliveryTexts.type),
    data: about({ type: 'object', additionalProperties: true }, deliveryTexts.data),
    created_ts: timestamp(deliveryTexts.createdTs),
    due_ts: nullable(timestamp(deliveryTexts.dueTs)),
    attempts: about({ type: 'integer' }, deliveryTexts.attempts),
    ended_ts: nullable(timestamp(deliveryTexts.endedTs)),
    problem: nullable(about(string, deliveryTexts.problem)),
    status: nullable(about({ type: 'integer' }, deliveryTexts.status)),
    body: about(string, deliveryTexts.body),
    answer: nullable(about(string, deliveryTexts.answer)),
    duration_ms: nullable(about({ type: 'integer' }, deliveryTexts.durationMs)),
    is_test: about({ type: 'boolean' }, deliveryTexts.isTest),
  }),
);

/** `next` is the cursor of the next page, or null on the last page. */
export function toDeliveryPageRecord({ deliveries, hasMore }: DeliveryPage) {
  const last = deliveries.at(-1);
  return {
    deliveries: deliveries.map(toDeliveryRecord),
    next: hasMore && last ? toPageCursor({ ts: last.createdTs, id: last.id }) : null,
  };
}

export const deliveryPageSchema = about(
  object({
    deliveries: { type: 'array', description: 'The deliveries of this page, the newest first.', items: deliverySchema },
    next: nullable(
      about(string, 'The cursor that the client sends as `after` to get the next page. Null on the last page.'),
    ),
  }),
  'One page of the deliveries of an endpoint.',
);

export const exampleEndpoint: WebhookEndpoint = {
  id: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
  url: 'https://shop.example.com/webhooks',
  types: ['user.created', 'user.deleted'],
  createdTs: exampleTs,
  disabledTs: null,
  disabledProblem: null,
  failingSinceTs: null,
  secretTs: exampleTs,
  previousUntilTs: null,
};

export const exampleIssuedWebhook: IssuedWebhookSecret = {
  endpoint: exampleEndpoint,
  secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcbLZIrSs0QI=',
};

export const exampleDelivery: WebhookDelivery = {
  id: '5e1ed1f4-0d64-4b2b-8f0a-0d7f7f0ce0aa',
  endpointId: exampleEndpoint.id,
  type: 'user.created',
  data: { user_id: exampleUser.id },
  createdTs: exampleTs,
  dueTs: null,
  attempts: 1,
  endedTs: new Date('2026-11-20T17:30:15.456Z'),
  problem: null,
  status: 200,
  answer: 'accepted',
  durationMs: 87,
  isTest: false,
};
