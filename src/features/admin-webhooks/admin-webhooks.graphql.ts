import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, connectionOf, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
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

const theEndpoint = 'The endpoint.';

@Resolver()
export class AdminWebhooksResolver {
  constructor(private readonly webhooks: AdminWebhooksService) {}

  @Query(typeOfAnswer(webhookEndpoints), options(webhookEndpoints))
  webhookEndpoints(@Ctx() { request }: GraphqlContext) {
    return this.webhooks.webhookEndpoints(request);
  }

  @Query(typeOfAnswer(webhookEndpoint), options(webhookEndpoint))
  webhookEndpoint(@FieldOf(webhookEndpoint, 'id') id: string, @Ctx() { request }: GraphqlContext) {
    return this.webhooks.webhookEndpoint({ id }, request);
  }

  @Query(typeOfAnswer(webhookDeliveries), options(webhookDeliveries))
  async webhookDeliveries(
    @FieldOf(webhookDeliveries, 'id') id: string,
    @FieldOf(webhookDeliveries, 'first') first: number | null | undefined,
    @FieldOf(webhookDeliveries, 'after') after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    return connectionOf(webhookDeliveries, await this.webhooks.webhookDeliveries({ id, first, after }, request), after);
  }

  @Mutation(payloadOf(createWebhookEndpoint), options(createWebhookEndpoint))
  async createWebhookEndpoint(
    @InputOf(createWebhookEndpoint, theEndpoint) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(createWebhookEndpoint, await this.webhooks.createWebhookEndpoint(input, request));
  }

  @Mutation(payloadOf(updateWebhookEndpoint), options(updateWebhookEndpoint))
  async updateWebhookEndpoint(@InputOf(updateWebhookEndpoint) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(updateWebhookEndpoint, await this.webhooks.updateWebhookEndpoint(input, request));
  }

  @Mutation(payloadOf(rotateWebhookSecret), options(rotateWebhookSecret))
  async rotateWebhookSecret(
    @InputOf(rotateWebhookSecret, theEndpoint) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(rotateWebhookSecret, await this.webhooks.rotateWebhookSecret(input, request));
  }

  @Mutation(payloadOf(deleteWebhookEndpoint), options(deleteWebhookEndpoint))
  async deleteWebhookEndpoint(
    @InputOf(deleteWebhookEndpoint, theEndpoint) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(deleteWebhookEndpoint, await this.webhooks.deleteWebhookEndpoint(input, request));
  }

  @Mutation(payloadOf(testWebhook), options(testWebhook))
  async testWebhook(
    @InputOf(testWebhook, 'The endpoint, and what it gets.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(testWebhook, await this.webhooks.testWebhook(input, request));
  }

  @Mutation(payloadOf(retryWebhookDelivery), options(retryWebhookDelivery))
  async retryWebhookDelivery(
    @InputOf(retryWebhookDelivery, 'The delivery to send again.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(retryWebhookDelivery, await this.webhooks.retryWebhookDelivery(input, request));
  }
}
