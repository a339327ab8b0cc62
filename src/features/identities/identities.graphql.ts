import { Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { LoginPayload, toLoginPayload } from '../auth/auth.graphql';
import { providerDescriptions as text } from './descriptions';
import {
  completeProviderLogin,
  identities,
  linkIdentity,
  loginProviders,
  loginWithIdToken,
  startProviderLogin,
  unlinkIdentity,
} from './identities.operations';
import type { IdentitiesService } from './identities.service';
import { IdentityType, toIdentityType } from './identity.graphql';
import type { ProviderLoginService } from './provider-login.service';

@ObjectType('LoginProvider', { description: 'A provider with which users can sign in.' })
export class LoginProviderType {
  @Field(() => ID, { description: text.id })
  id!: string;

  @Field(() => String, { description: text.label })
  label!: string;

  @Field(() => Boolean, { description: text.acceptsIdToken })
  acceptsIdToken!: boolean;
}

@ObjectType({ description: 'A login with a provider that has started.' })
export class StartProviderLoginResult {
  @Field(() => String, { description: text.url })
  url!: string;

  @Field(() => Int, { description: text.expiresIn })
  expiresIn!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `startProviderLogin`.' })
export class StartProviderLoginPayload extends EnvelopeType {
  @Field(() => StartProviderLoginResult, {
    nullable: true,
    description: `Where the browser goes. ${resultDescription}`,
  })
  result!: StartProviderLoginResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `linkIdentity`.' })
export class LinkIdentityPayload extends EnvelopeType {
  @Field(() => IdentityType, { nullable: true, description: `The identity. ${resultDescription}` })
  result!: IdentityType | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `unlinkIdentity`. It has no result.' })
export class UnlinkIdentityPayload extends EnvelopeType {}

@Resolver()
export class IdentitiesResolver {
  constructor(
    private readonly providerLogins: ProviderLoginService,
    private readonly own: IdentitiesService,
  ) {}

  @Query(() => [LoginProviderType], options(loginProviders, { nullable: false }))
  async loginProviders(@Ctx() { request }: GraphqlContext): Promise<LoginProviderType[]> {
    const providers = await this.providerLogins.list(request);
    return providers.map(({ id, label, preset }) => ({ id, label, acceptsIdToken: preset.protocol === 'openid' }));
  }

  @Query(() => [IdentityType], options(identities))
  async identities(@Ctx() { request }: GraphqlContext): Promise<IdentityType[]> {
    return (await this.own.list(request)).map(toIdentityType);
  }

  @Mutation(() => StartProviderLoginPayload, options(startProviderLogin))
  async startProviderLogin(
    @InputOf(startProviderLogin, 'The provider, and where the browser comes back to.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<StartProviderLoginPayload> {
    const { url, expiresInS: expiresIn } = await this.providerLogins.start(input, request);
    return { success: true, msg: startProviderLogin.message, error: null, result: { url, expiresIn } };
  }

  @Mutation(() => LoginPayload, options(completeProviderLogin))
  async completeProviderLogin(
    @InputOf(completeProviderLogin, 'The code, and its verifier.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    const login = await this.providerLogins.complete({ ...input, scope: 'offline_access' }, context.request);
    return toLoginPayload(login, context);
  }

  @Mutation(() => LoginPayload, options(loginWithIdToken))
  async loginWithIdToken(
    @InputOf(loginWithIdToken, 'The ID token of the provider.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    const login = await this.providerLogins.loginWithIdToken({ ...input, scope: 'offline_access' }, context.request);
    return toLoginPayload(login, context);
  }

  @Mutation(() => LinkIdentityPayload, options(linkIdentity))
  async linkIdentity(
    @InputOf(linkIdentity, 'What shows the account at the provider.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<LinkIdentityPayload> {
    const identity = await this.own.link(input, request);
    return { success: true, msg: linkIdentity.message, error: null, result: toIdentityType(identity) };
  }

  @Mutation(() => UnlinkIdentityPayload, options(unlinkIdentity))
  async unlinkIdentity(
    @InputOf(unlinkIdentity, 'The identity to remove.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<UnlinkIdentityPayload> {
    await this.own.unlink(input, request);
    return { success: true, msg: unlinkIdentity.message, error: null };
  }
}
