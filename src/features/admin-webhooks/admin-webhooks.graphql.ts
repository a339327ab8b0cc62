import { GraphQLJSONObject } from 'graphql-scalars';
import { Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf } from '../../platform/graphql/input-type';
import { nextPage, options } from '../../platform/graphql/operation-options';
import { PageInfoType } from '../../platform/graphql/page-info.type';
import { toPageCursor } from '../../platform/request/page-cursor';
import { toWebhookBody, type WebhookDelivery, type WebhookEndpoint } from '../../platform/webhooks/webhook';
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
import { deliveryTexts, endpointTexts, webhookSecretTexts } from './descriptions';
import type { DeliveryPage, IssuedWebhookSecret } from './webhook-endpoints.service';

@ObjectType('WebhookEndpoint', { description: 'A receiver of webhooks.' })
export class WebhookEndpointType {
  @Field(() => ID, { description: endpointTexts.id })
  id!: string;

  @Field(() => String, { description: endpointTexts.url })
  url!: string;

  @Field(() => [String], { description: endpointTexts.types })
  types!: readonly string[];

  @Field(() => DateTime, { description: endpointTexts.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { nullable: true, description: endpointTexts.disabledTs })
  disabledTs!: Date | null;

  @Field(() => String, { nullable: true, description: endpointTexts.disabledProblem })
  disabledProblem!: string | null;

  @Field(() => DateTime, { nullable: true, description: endpointTexts.failingSinceTs })
  failingSinceTs!: Date | null;

  @Field(() => DateTime, { description: endpointTexts.secretTs })
  secretTs!: Date;

  @Field(() => DateTime, { nullable: true, description: endpointTexts.previousUntilTs })
  previousUntilTs!: Date | null;
}

const toEndpointType = (endpoint: WebhookEndpoint): WebhookEndpointType => ({
  id: endpoint.id,
  url: endpoint.url,
  types: endpoint.types,
  createdTs: endpoint.createdTs,
  disabledTs: endpoint.disabledTs,
  disabledProblem: endpoint.disabledProblem,
  failingSinceTs: endpoint.failingSinceTs,
  secretTs: endpoint.secretTs,
  previousUntilTs: endpoint.previousUntilTs,
});

@ObjectType('WebhookDelivery', { description: 'An event for one endpoint.' })
export class WebhookDeliveryType {
  @Field(() => ID, { description: deliveryTexts.id })
  id!: string;

  @Field(() => ID, { description: deliveryTexts.endpointId })
  endpointId!: string;

  @Field(() => String, { description: deliveryTexts.type })
  type!: string;

  @Field(() => GraphQLJSONObject, { description: deliveryTexts.data })
  data!: object;

  @Field(() => DateTime, { description: deliveryTexts.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { nullable: true, description: deliveryTexts.dueTs })
  dueTs!: Date | null;

  @Field(() => Int, { description: deliveryTexts.attempts })
  attempts!: number;

  @Field(() => DateTime, { nullable: true, description: deliveryTexts.endedTs })
  endedTs!: Date | null;

  @Field(() => String, { nullable: true, description: deliveryTexts.problem })
  problem!: string | null;

  @Field(() => Int, { nullable: true, description: deliveryTexts.status })
  status!: number | null;

  @Field(() => String, { description: deliveryTexts.body })
  body!: string;

  @Field(() => String, { nullable: true, description: deliveryTexts.answer })
  answer!: string | null;

  @Field(() => Int, { nullable: true, description: deliveryTexts.durationMs })
  durationMs!: number | null;

  @Field(() => Boolean, { description: deliveryTexts.isTest })
  isTest!: boolean;
}

const toDeliveryType = (delivery: WebhookDelivery): WebhookDeliveryType => ({
  id: delivery.id,
  endpointId: delivery.endpointId,
  type: delivery.type,
  data: delivery.data,
  createdTs: delivery.createdTs,
  dueTs: delivery.dueTs,
  attempts: delivery.attempts,
  endedTs: delivery.endedTs,
  problem: delivery.problem,
  status: delivery.status,
  body: toWebhookBody(delivery),
  answer: delivery.answer,
  durationMs: delivery.durationMs,
  isTest: delivery.isTest,
});

@ObjectType('WebhookDeliveryConnection', { description: 'One page of the deliveries of an endpoint.' })
export class WebhookDeliveryConnectionType {
  @Field(() => [WebhookDeliveryType], { description: 'The deliveries of this page, the newest first.' })
  nodes!: WebhookDeliveryType[];

  @Field(() => PageInfoType, { description: 'Whether there are other pages.' })
  pageInfo!: PageInfoType;
}

function toConnectionType(
  { deliveries, hasMore }: DeliveryPage,
  { isFirst }: { isFirst: boolean },
): WebhookDeliveryConnectionType {
  const cursorOf = (one: WebhookDelivery | undefined) => (one ? toPageCursor({ ts: one.createdTs, id: one.id }) : null);
  return {
    nodes: deliveries.map(toDeliveryType),
    pageInfo: {
      hasNextPage: hasMore,
      hasPreviousPage: !isFirst,
      startCursor: cursorOf(deliveries.at(0)),
      endCursor: cursorOf(deliveries.at(-1)),
    },
  };
}

@ObjectType({ description: 'An endpoint, with its secret.' })
export class WebhookSecretResult {
  @Field(() => WebhookEndpointType, { description: webhookSecretTexts.endpoint })
  endpoint!: WebhookEndpointType;

  @Field(() => String, { description: webhookSecretTexts.secret })
  secret!: string;
}

const toSecretType = ({ endpoint, secret }: IssuedWebhookSecret): WebhookSecretResult => ({
  endpoint: toEndpointType(endpoint),
  secret,
});

@ObjectType({ implements: EnvelopeType, description: 'The answer to an operation that makes a secret of an endpoint.' })
export class WebhookSecretPayload extends EnvelopeType {
  @Field(() => WebhookSecretResult, { nullable: true, description: resultDescription })
  result!: WebhookSecretResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `updateWebhookEndpoint`.' })
export class WebhookEndpointPayload extends EnvelopeType {
  @Field(() => WebhookEndpointType, {
    nullable: true,
    description: `The endpoint after the change. ${resultDescription}`,
  })
  result!: WebhookEndpointType | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `deleteWebhookEndpoint`.' })
export class DeleteWebhookEndpointPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to an operation that sends a webhook.' })
export class WebhookDeliveryPayload extends EnvelopeType {
  @Field(() => WebhookDeliveryType, { nullable: true, description: resultDescription })
  result!: WebhookDeliveryType | null;
}

const theEndpoint = 'The endpoint.';

@Resolver()
export class AdminWebhooksResolver {
  constructor(private readonly webhooks: AdminWebhooksService) {}

  @Query(() => [WebhookEndpointType], options(webhookEndpoints))
  async webhookEndpoints(@Ctx() { request }: GraphqlContext): Promise<WebhookEndpointType[]> {
    return (await this.webhooks.list(request)).map(toEndpointType);
  }

  @Query(() => WebhookEndpointType, options(webhookEndpoint))
  async webhookEndpoint(
    @FieldOf(webhookEndpoint, 'id') id: string,
    @Ctx() { request }: GraphqlContext,
  ): Promise<WebhookEndpointType> {
    return toEndpointType(await this.webhooks.get({ id }, request));
  }

  @Query(() => WebhookDeliveryConnectionType, options(webhookDeliveries, { more: nextPage }))
  async webhookDeliveries(
    @FieldOf(webhookDeliveries, 'id') id: string,
    @FieldOf(webhookDeliveries, 'first') first: number | null | undefined,
    @FieldOf(webhookDeliveries, 'after') after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<WebhookDeliveryConnectionType> {
    return toConnectionType(await this.webhooks.deliveries({ id, first, after }, request), { isFirst: !after });
  }

  @Mutation(() => WebhookSecretPayload, options(createWebhookEndpoint))
  async createWebhookEndpoint(
    @InputOf(createWebhookEndpoint, theEndpoint) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<WebhookSecretPayload> {
    const result = toSecretType(await this.webhooks.create(input, request));
    return { success: true, msg: createWebhookEndpoint.message, error: null, result };
  }

  @Mutation(() => WebhookEndpointPayload, options(updateWebhookEndpoint))
  async updateWebhookEndpoint(
    @InputOf(updateWebhookEndpoint, 'The fields to change.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<WebhookEndpointPayload> {
    const result = toEndpointType(await this.webhooks.update(input, request));
    return { success: true, msg: updateWebhookEndpoint.message, error: null, result };
  }

  @Mutation(() => WebhookSecretPayload, options(rotateWebhookSecret))
  async rotateWebhookSecret(
    @InputOf(rotateWebhookSecret, theEndpoint) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<WebhookSecretPayload> {
    const result = toSecretType(await this.webhooks.rotateSecret(input, request));
    return { success: true, msg: rotateWebhookSecret.message, error: null, result };
  }

  @Mutation(() => DeleteWebhookEndpointPayload, options(deleteWebhookEndpoint))
  async deleteWebhookEndpoint(
    @InputOf(deleteWebhookEndpoint, theEndpoint) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<DeleteWebhookEndpointPayload> {
    await this.webhooks.delete(input, request);
    return { success: true, msg: deleteWebhookEndpoint.message, error: null };
  }

  @Mutation(() => WebhookDeliveryPayload, options(testWebhook))
  async testWebhook(
    @InputOf(testWebhook, 'The endpoint, and what it gets.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<WebhookDeliveryPayload> {
    const result = toDeliveryType(await this.webhooks.test(input, request));
    return { success: true, msg: testWebhook.message, error: null, result };
  }

  @Mutation(() => WebhookDeliveryPayload, options(retryWebhookDelivery))
  async retryWebhookDelivery(
    @InputOf(retryWebhookDelivery, 'The delivery to send again.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<WebhookDeliveryPayload> {
    const result = toDeliveryType(await this.webhooks.retry(input, request));
    return { success: true, msg: retryWebhookDelivery.message, error: null, result };
  }
}
