import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import {
  createOauthClient,
  deleteOauthClient,
  oauthClient,
  oauthClients,
  rotateOauthClientSecret,
  updateOauthClient,
} from './client-administration.operations';
import type { ClientAdministrationService } from './client-administration.service';

const theClient = 'The client.';

@Resolver()
export class ClientAdministrationResolver {
  constructor(private readonly clients: ClientAdministrationService) {}

  @Query(typeOfAnswer(oauthClients), options(oauthClients))
  oauthClients(@Ctx() { request }: GraphqlContext) {
    return this.clients.oauthClients(request);
  }

  @Query(typeOfAnswer(oauthClient), options(oauthClient))
  oauthClient(@FieldOf(oauthClient, 'id') id: string, @Ctx() { request }: GraphqlContext) {
    return this.clients.oauthClient({ id }, request);
  }

  @Mutation(payloadOf(createOauthClient), options(createOauthClient))
  async createOauthClient(@InputOf(createOauthClient, theClient) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(createOauthClient, await this.clients.createOauthClient(input, request));
  }

  @Mutation(payloadOf(updateOauthClient), options(updateOauthClient))
  async updateOauthClient(@InputOf(updateOauthClient) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(updateOauthClient, await this.clients.updateOauthClient(input, request));
  }

  @Mutation(payloadOf(rotateOauthClientSecret), options(rotateOauthClientSecret))
  async rotateOauthClientSecret(
    @InputOf(rotateOauthClientSecret, theClient) input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(rotateOauthClientSecret, await this.clients.rotateOauthClientSecret(input, request));
  }

  @Mutation(payloadOf(deleteOauthClient), options(deleteOauthClient))
  async deleteOauthClient(@InputOf(deleteOauthClient, theClient) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(deleteOauthClient, await this.clients.deleteOauthClient(input, request));
  }
}
