import { z } from 'zod';
import { exampleUser } from '../../accounts/users/user.answers';
import { orList } from '../../platform/config/or-list';
import {
  answerOf,
  answerType,
  exampleTs,
  graphqlType,
  listOf,
  nothing,
  pageOf,
} from '../../platform/operations/answer';
import type { WebhookData } from '../../platform/webhooks/event-type';
import { storedAnswerBytes, webhookProblems } from '../../platform/webhooks/webhook';

const time = (description: string, example = exampleTs) => z.date().meta({ description, example });
const optionalTime = (description: string, example: Date | null = null) =>
  z.date().nullable().meta({ description, example });
const endpointId = '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de';

export const endpointRecord = answerType('WebhookEndpoint', 'A receiver of webhooks.', {
  id: z.uuid().meta({ description: 'The id of the endpoint.', example: endpointId }),
  url: z.string().meta({ description: 'Where the events are sent.', example: 'https://shop.example.com/webhooks' }),
  types: z
    .array(z.string().meta({ description: 'A type of event.' }))
    .readonly()
    .meta({ description: 'The types of events that the endpoint gets.', example: ['user.created', 'user.deleted'] }),
  createdTs: time('When the endpoint was created.'),
  disabledTs: optionalTime('When the endpoint was disabled. Null if it is enabled.'),
  disabledProblem: z.string().nullable().meta({
    description: 'Why Gatehouse disabled it: `gone` or `failing`. Null if it is enabled, or if a super admin did.',
    example: null,
  }),
  failingSinceTs: optionalTime('The first failure since the last success. Null if the endpoint works.'),
  secretTs: time('When the secret was created.'),
  previousUntilTs: optionalTime('Until when the previous secret signs, too. Null if there is none.'),
});

export const secretRecord = graphqlType('WebhookSecretResult', 'An endpoint, with its secret.', {
  endpoint: endpointRecord.meta({ description: 'The endpoint.' }),
  secret: z.string().meta({
    description: 'The secret, `whsec_…`, which is never returned again.',
    example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDcbLZIrSs0QI=',
  }),
});

const problems = Object.keys(webhookProblems).map((problem) => `\`${problem}\``);

export const deliveryRecord = answerType('WebhookDelivery', 'An event for one endpoint.', {
  id: z.uuid().meta({
    description: 'The id, which is the `webhook-id` of each attempt.',
    example: '5e1ed1f4-0d64-4b2b-8f0a-0d7f7f0ce0aa',
  }),
  endpointId: z.uuid().meta({ description: 'The endpoint.', example: endpointId }),
  type: z.string().meta({ description: 'The type of the event, or `test`.', example: 'user.created' }),
  data: z.custom<WebhookData>().meta({
    description: 'The `data` of the event: ids and names of fields.',
    keys: 'open',
    example: { user_id: exampleUser.id },
  }),
  createdTs: time('The time of the event.'),
  dueTs: optionalTime('The time of the next attempt. Null if there is none.'),
  attempts: z.int().meta({ description: 'How often Gatehouse has tried to deliver it.', example: 1 }),
  endedTs: optionalTime(
    'When it was delivered, or failed for good. Null if it waits.',
    new Date('2026-11-20T17:30:15.456Z'),
  ),
  problem: z
    .string()
    .nullable()
    .meta({
      description: `Why the last attempt failed: ${orList(problems)}. Null if it was delivered, and before the first attempt.`,
      example: null,
    }),
  status: z
    .int()
    .nullable()
    .meta({ description: 'The HTTP status of the last answer. Null without one.', example: 200 }),
  body: z.string().meta({
    description: 'The body of each attempt, which the signature covers.',
    example: JSON.stringify({
      type: 'user.created',
      timestamp: exampleTs.toISOString(),
      data: { user_id: exampleUser.id },
    }),
  }),
  answer: z
    .string()
    .nullable()
    .meta({
      description: `The first ${storedAnswerBytes} bytes of the body of the last answer: text of the receiver, in which the secret of the endpoint is replaced by asterisks. Null if it was empty, and after the user was erased.`,
      example: 'accepted',
    }),
  durationMs: z.int().nullable().meta({
    description: 'How long the last attempt took, in milliseconds. Null before the first one.',
    example: 87,
  }),
  isTest: z.boolean().meta({
    description:
      'Whether a super admin has sent it with `testWebhook`. Its body has `"test": true`, and nothing has happened.',
    example: false,
  }),
});

export const endpointsAnswer = listOf(endpointRecord, {
  property: 'endpoints',
  items: 'The endpoints, the newest first.',
  is: 'The endpoints.',
});

export const endpointAnswer = answerOf(endpointRecord, {
  is: 'The endpoint after the change.',
  envelope: 'An endpoint.',
  envelopeName: 'WebhookEndpointEnvelope',
  response: 'The endpoint.',
  payload: { name: 'WebhookEndpointPayload' },
});

export const createdAnswer = answerOf(secretRecord, {
  is: '',
  result: 'The endpoint and its secret.',
  envelope: 'An endpoint and its secret.',
  envelopeName: 'WebhookSecretEnvelope',
  response: 'The endpoint was created.',
  payload: { name: 'WebhookSecretPayload', is: 'The answer to an operation that makes a secret of an endpoint.' },
});

export const rotatedAnswer = { ...createdAnswer, response: 'The secret was replaced.' };

export const deletedAnswer = nothing('The endpoint was deleted.', {
  envelopeName: 'DeletedWebhookEndpointEnvelope',
  payload: { is: 'The answer to `deleteWebhookEndpoint`.' },
});

export const deliveriesAnswer = pageOf(deliveryRecord, {
  connection: 'WebhookDeliveryConnection',
  property: 'deliveries',
  items: 'The deliveries of this page, the newest first.',
  positionOf: ({ createdTs, id }) => ({ ts: createdTs, id }),
  is: 'One page of the deliveries of an endpoint.',
  envelope: 'One page of deliveries.',
  response: 'One page of deliveries.',
});

export const deliveryAnswer = answerOf(deliveryRecord, {
  is: '',
  envelope: 'A delivery.',
  envelopeName: 'WebhookDeliveryEnvelope',
  response: 'The delivery.',
  payload: { name: 'WebhookDeliveryPayload', is: 'The answer to an operation that sends a webhook.' },
});
