import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { connectedApps, disconnectApp } from './connected-apps.operations';
import type { ConnectedAppsService } from './connected-apps.service';

@Resolver()
export class ConnectedAppsResolver {
  constructor(private readonly apps: ConnectedAppsService) {}

  @Query(typeOfAnswer(connectedApps), options(connectedApps))
  connectedApps(@Ctx() { request }: GraphqlContext) {
    return this.apps.connectedApps(request);
  }

  @Mutation(payloadOf(disconnectApp), options(disconnectApp))
  async disconnectApp(@InputOf(disconnectApp, 'The application.') input: object, @Ctx() { request }: GraphqlContext) {
    return answered(disconnectApp, await this.apps.disconnectApp(input, request));
  }
}
