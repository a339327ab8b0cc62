import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { LoginPayload, toLoginPayload } from '../../accounts/auth/auth.graphql';
import { answered, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
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
import type { ProviderLoginService } from './provider-login.service';

@Resolver()
export class IdentitiesResolver {
  constructor(
    private readonly providerLogins: ProviderLoginService,
    private readonly own: IdentitiesService,
  ) {}

  @Query(typeOfAnswer(loginProviders), options(loginProviders, { nullable: false }))
  loginProviders(@Ctx() { request }: GraphqlContext) {
    return this.providerLogins.loginProviders(request);
  }

  @Query(typeOfAnswer(identities), options(identities))
  identities(@Ctx() { request }: GraphqlContext) {
    return this.own.identities(request);
  }

  @Mutation(payloadOf(startProviderLogin), options(startProviderLogin))
  async startProviderLogin(
    @InputOf(startProviderLogin, 'The provider, and where the browser comes back to.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(startProviderLogin, await this.providerLogins.startProviderLogin(input, request));
  }

  @Mutation(() => LoginPayload, options(completeProviderLogin))
  async completeProviderLogin(
    @InputOf(completeProviderLogin, 'The code, and its verifier.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    const login = await this.providerLogins.completeProviderLogin(
      { ...input, scope: 'offline_access' },
      context.request,
    );
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

  @Mutation(payloadOf(linkIdentity), options(linkIdentity))
  async linkIdentity(@InputOf(linkIdentity) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(linkIdentity, await this.own.linkIdentity(input, request));
  }

  @Mutation(payloadOf(unlinkIdentity), options(unlinkIdentity))
  async unlinkIdentity(
    @InputOf(unlinkIdentity, 'The identity to remove.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(unlinkIdentity, await this.own.unlinkIdentity(input, request));
  }
}
