import { Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf, inputEnum } from '../../platform/graphql/input-type';
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
import { deletedClientTexts, issuedSecretTexts, clientTexts as texts } from './descriptions';
import { type ClientKind, clientKindTexts, type IdTokenAlg, idTokenAlgTexts, type OAuthClient } from './oauth-client';
import type { IssuedSecret } from './oauth-clients.service';

const ClientKindEnum = inputEnum('OauthClientKind', 'What an OAuth client is.', clientKindTexts);
const IdTokenAlgEnum = inputEnum('OauthIdTokenAlg', 'An algorithm of ID tokens.', idTokenAlgTexts);

@ObjectType('OauthClient', { description: 'A client of OAuth (RFC 6749, section 2).' })
export class OauthClientType {
  @Field(() => ID, { description: texts.id })
  id!: string;

  @Field(() => String, { description: texts.name })
  name!: string;

  @Field(() => ClientKindEnum, { description: texts.kind })
  kind!: ClientKind;

  @Field(() => [String], { description: texts.redirectUris })
  redirectUris!: readonly string[];

  @Field(() => [String], { description: texts.postLogoutRedirectUris })
  postLogoutRedirectUris!: readonly string[];

  @Field(() => [String], { description: texts.scopes })
  scopes!: readonly string[];

  @Field(() => String, { nullable: true, description: texts.audience })
  audience!: string | null;

  @Field(() => Boolean, { description: texts.firstParty })
  firstParty!: boolean;

  @Field(() => Boolean, { description: texts.pkceRequired })
  pkceRequired!: boolean;

  @Field(() => IdTokenAlgEnum, { description: texts.idTokenAlg })
  idTokenAlg!: IdTokenAlg;

  @Field(() => String, { nullable: true, description: texts.logoUri })
  logoUri!: string | null;

  @Field(() => String, { nullable: true, description: texts.policyUri })
  policyUri!: string | null;

  @Field(() => String, { nullable: true, description: texts.tosUri })
  tosUri!: string | null;

  @Field(() => DateTime, { description: texts.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { nullable: true, description: texts.disabledTs })
  disabledTs!: Date | null;

  @Field(() => DateTime, { nullable: true, description: texts.secretTs })
  secretTs!: Date | null;

  @Field(() => DateTime, { nullable: true, description: texts.previousUntilTs })
  previousUntilTs!: Date | null;
}

function toOauthClientType(client: OAuthClient): OauthClientType {
  return {
    id: client.id,
    name: client.name,
    kind: client.kind,
    redirectUris: client.redirectUris,
    postLogoutRedirectUris: client.postLogoutRedirectUris,
    scopes: client.scopes,
    audience: client.audience,
    firstParty: client.firstParty,
    pkceRequired: client.pkceRequired,
    idTokenAlg: client.idTokenAlg,
    logoUri: client.logoUri,
    policyUri: client.policyUri,
    tosUri: client.tosUri,
    createdTs: client.createdTs,
    disabledTs: client.disabledTs,
    secretTs: client.kind === 'public' ? null : client.secretTs,
    previousUntilTs: client.previousUntilTs,
  };
}

@ObjectType({ description: 'An OAuth client, with its secret.' })
export class OauthClientSecretResult {
  @Field(() => OauthClientType, { description: issuedSecretTexts.client })
  client!: OauthClientType;

  @Field(() => String, { nullable: true, description: issuedSecretTexts.clientSecret })
  clientSecret!: string | null;
}

const toSecretType = ({ client, clientSecret }: IssuedSecret): OauthClientSecretResult => ({
  client: toOauthClientType(client),
  clientSecret,
});

@ObjectType({
  implements: EnvelopeType,
  description: 'The answer to an operation that makes a secret of an OAuth client.',
})
export class OauthClientSecretPayload extends EnvelopeType {
  @Field(() => OauthClientSecretResult, { nullable: true, description: resultDescription })
  result!: OauthClientSecretResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `updateOauthClient`.' })
export class OauthClientPayload extends EnvelopeType {
  @Field(() => OauthClientType, { nullable: true, description: `The client after the change. ${resultDescription}` })
  result!: OauthClientType | null;
}

@ObjectType({ description: 'What `deleteOauthClient` did.' })
export class DeleteOauthClientResult {
  @Field(() => Int, { description: deletedClientTexts.sessionsEnded })
  sessionsEnded!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `deleteOauthClient`.' })
export class DeleteOauthClientPayload extends EnvelopeType {
  @Field(() => DeleteOauthClientResult, { nullable: true, description: resultDescription })
  result!: DeleteOauthClientResult | null;
}

const theClient = 'The client.';

@Resolver()
export class ClientAdministrationResolver {
  constructor(private readonly clients: ClientAdministrationService) {}

  @Query(() => [OauthClientType], options(oauthClients))
  async oauthClients(@Ctx() { request }: GraphqlContext): Promise<OauthClientType[]> {
    return (await this.clients.list(request)).map(toOauthClientType);
  }

  @Query(() => OauthClientType, options(oauthClient))
  async oauthClient(
    @FieldOf(oauthClient, 'id') id: string,
    @Ctx() { request }: GraphqlContext,
  ): Promise<OauthClientType> {
    return toOauthClientType(await this.clients.get({ id }, request));
  }

  @Mutation(() => OauthClientSecretPayload, options(createOauthClient))
  async createOauthClient(
    @InputOf(createOauthClient, theClient) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<OauthClientSecretPayload> {
    const result = toSecretType(await this.clients.create(input, request));
    return { success: true, msg: createOauthClient.message, error: null, result };
  }

  @Mutation(() => OauthClientPayload, options(updateOauthClient))
  async updateOauthClient(
    @InputOf(updateOauthClient, 'The fields to change.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<OauthClientPayload> {
    const result = toOauthClientType(await this.clients.update(input, request));
    return { success: true, msg: updateOauthClient.message, error: null, result };
  }

  @Mutation(() => OauthClientSecretPayload, options(rotateOauthClientSecret))
  async rotateOauthClientSecret(
    @InputOf(rotateOauthClientSecret, theClient) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<OauthClientSecretPayload> {
    const result = toSecretType(await this.clients.rotateSecret(input, request));
    return { success: true, msg: rotateOauthClientSecret.message, error: null, result };
  }

  @Mutation(() => DeleteOauthClientPayload, options(deleteOauthClient))
  async deleteOauthClient(
    @InputOf(deleteOauthClient, theClient) input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<DeleteOauthClientPayload> {
    const { sessionsEnded } = await this.clients.delete(input, request);
    return { success: true, msg: deleteOauthClient.message, error: null, result: { sessionsEnded } };
  }
}
