import { Ctx, Field, ID, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { ConnectedApp } from './connected-app';
import { connectedApps, disconnectApp } from './connected-apps.operations';
import type { ConnectedAppsService } from './connected-apps.service';
import { appDescriptions as text } from './descriptions';

@ObjectType('ConnectedApp', { description: 'An application into which a user has signed in.' })
export class ConnectedAppType {
  @Field(() => ID, { description: text.id })
  id!: string;

  @Field(() => String, { description: text.name })
  name!: string;

  @Field(() => Boolean, { description: text.firstParty })
  firstParty!: boolean;

  @Field(() => [String], { description: text.scopes })
  scopes!: string[];

  @Field(() => DateTime, { description: text.connectedTs })
  connectedTs!: Date;

  @Field(() => DateTime, { nullable: true, description: text.lastUsedTs })
  lastUsedTs!: Date | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `disconnectApp`. It has no result.' })
export class DisconnectAppPayload extends EnvelopeType {}

@Resolver()
export class ConnectedAppsResolver {
  constructor(private readonly apps: ConnectedAppsService) {}

  @Query(() => [ConnectedAppType], options(connectedApps))
  async connectedApps(@Ctx() { request }: GraphqlContext): Promise<ConnectedAppType[]> {
    return (await this.apps.list(request)).map(toConnectedAppType);
  }

  @Mutation(() => DisconnectAppPayload, options(disconnectApp))
  async disconnectApp(
    @InputOf(disconnectApp, 'The application.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<DisconnectAppPayload> {
    await this.apps.disconnect(input, request);
    return { success: true, msg: disconnectApp.message, error: null };
  }
}

const toConnectedAppType = ({
  id,
  name,
  firstParty,
  scopes,
  connectedTs,
  lastUsedTs,
}: ConnectedApp): ConnectedAppType => ({ id, name, firstParty, scopes, connectedTs, lastUsedTs });
