import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { apiKeys, createApiKey, deleteApiKey, exchangeApiKey } from './api-keys.operations';
import type { ApiKeysService } from './api-keys.service';

@Resolver()
export class ApiKeysResolver {
  constructor(private readonly keys: ApiKeysService) {}

  @Query(typeOfAnswer(apiKeys), options(apiKeys))
  apiKeys(@Ctx() { request }: GraphqlContext) {
    return this.keys.apiKeys(request);
  }

  @Mutation(payloadOf(createApiKey), options(createApiKey))
  async createApiKey(@InputOf(createApiKey, 'The key.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(createApiKey, await this.keys.createApiKey(input, request));
  }

  @Mutation(payloadOf(deleteApiKey), options(deleteApiKey))
  async deleteApiKey(@InputOf(deleteApiKey, 'The key.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(deleteApiKey, await this.keys.deleteApiKey(input, request));
  }

  @Mutation(payloadOf(exchangeApiKey), options(exchangeApiKey))
  async exchangeApiKey(@InputOf(exchangeApiKey, 'The key.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(exchangeApiKey, await this.keys.exchangeApiKey(input, request));
  }
}
