import { z } from 'zod';
import { typedString } from '../../platform/request/input-parser';
import { pageFields } from '../../platform/request/page.inputs';
import { isUuid } from '../../platform/runtime/uuid';
import { type WebhookEventType, webhookEventTypes } from '../../platform/webhooks/event-type';

const deliveryPageSize = { byDefault: 50, atMost: 100 } as const;

const typesRule = 'must be a list of types of events';

const url = typedString.meta({
  description: 'Where the events are sent: `https://…`, at most 2000 characters.',
  example: 'https://shop.example.com/webhooks',
});
const types = z
  .lazy(() => {
    const names = webhookEventTypes.names();
    return z
      .array(z.enum(names, `must be types of events, such as "user.created"`), typesRule)
      .min(1, 'must have at least one type')
      .max(names.length, `must have at most ${names.length} types`);
  })
  .transform((given) => [...new Set(given)])
  .meta({
    isList: true,
    description: 'The types of events that the endpoint gets.',
    example: ['user.created', 'user.deleted'],
  });

/** Text that is no id is the id of nothing. */
const id = typedString
  .transform((text) => (isUuid(text) ? text.toLowerCase() : null))
  .meta({ description: 'The id of the endpoint.', example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de' });

export const createWebhookInput = z
  .object({ url, types })
  .meta({ title: 'CreateWebhookEndpointInput', description: 'The endpoint that `createWebhookEndpoint` creates.' });

export const updateWebhookInput = z
  .object({
    id,
    url: url.optional(),
    types: types.optional(),
    disabled: z.boolean('must be true or false').optional().meta({
      description: 'Whether the endpoint is disabled: it gets no events.',
      example: true,
    }),
  })
  .meta({
    title: 'UpdateWebhookEndpointInput',
    description: 'The endpoint that `updateWebhookEndpoint` changes, and the fields to change.',
  });

export const webhookIdInput = z.object({ id }).meta({ title: 'WebhookEndpointIdInput', description: 'An endpoint.' });

export const testWebhookInput = z
  .object({
    id,
    type: z
      .lazy(() => z.enum(webhookEventTypes.names(), 'must be a type of event, such as "user.created"'))
      .nullish()
      .transform((name): WebhookEventType | null => (name ? webhookEventTypes.find(name) : null))
      .meta({
        description:
          'The type of the example. Without it, the event has the type `test` and no data. The endpoint gets it, whatever its types are.',
        example: 'user.updated',
      }),
  })
  .meta({ title: 'TestWebhookInput', description: 'The endpoint that gets a test, and what it gets.' });

export const rotateWebhookSecretInput = z
  .object({
    id,
    atOnce: z.boolean('must be true or false').nullish().meta({
      description: 'Whether the previous secret signs no more. By default, both sign for 24 hours.',
      example: false,
    }),
  })
  .meta({ description: 'The endpoint whose secret `rotateWebhookSecret` replaces.' });

export const webhookDeliveriesInput = z
  .object({ id, ...pageFields(deliveryPageSize, 'deliveries', 'the newest delivery') })
  .transform(({ id: endpoint, first, limit, after }) => ({
    id: endpoint,
    first: first ?? limit ?? deliveryPageSize.byDefault,
    after,
  }));

export const retryWebhookInput = z
  .object({
    id: typedString
      .transform((text) => (isUuid(text) ? text.toLowerCase() : null))
      .meta({ description: 'The id of the delivery.', example: '5e1ed1f4-0d64-4b2b-8f0a-0d7f7f0ce0aa' }),
  })
  .meta({ title: 'RetryWebhookDeliveryInput', description: 'The delivery to send again.' });
