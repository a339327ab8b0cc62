import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { LoginPayload, toLoginPayload } from '../../accounts/auth/auth.graphql';
import { answered, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { FactorsService } from './factors.service';
import type { LoginCompletionService } from './login-completion.service';
import {
  completeLogin,
  confirmTotp,
  enrollTotp,
  factors,
  regenerateRecoveryCodes,
  removeTotp,
  setTwoStep,
} from './mfa.operations';

@Resolver()
export class MfaResolver {
  constructor(
    private readonly service: FactorsService,
    private readonly completion: LoginCompletionService,
  ) {}

  @Mutation(() => LoginPayload, options(completeLogin))
  async completeLogin(
    @InputOf(completeLogin, 'The challenge, and the second factor.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(await this.completion.completeLogin(input, context.request), context);
  }

  @Query(typeOfAnswer(factors), options(factors))
  factors(@Ctx() { request }: GraphqlContext) {
    return this.service.factors(request);
  }

  @Mutation(payloadOf(enrollTotp), options(enrollTotp))
  async enrollTotp(@InputOf(enrollTotp) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(enrollTotp, await this.service.enrollTotp(input, request));
  }

  @Mutation(payloadOf(confirmTotp), options(confirmTotp))
  async confirmTotp(@InputOf(confirmTotp) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(confirmTotp, await this.service.confirmTotp(input, request));
  }

  @Mutation(payloadOf(removeTotp), options(removeTotp))
  async removeTotp(@Ctx() { request }: GraphqlContext) {
    return answered(removeTotp, await this.service.removeTotp(request));
  }

  @Mutation(payloadOf(regenerateRecoveryCodes), options(regenerateRecoveryCodes))
  async regenerateRecoveryCodes(@Ctx() { request }: GraphqlContext) {
    return answered(regenerateRecoveryCodes, await this.service.regenerateRecoveryCodes(request));
  }

  @Mutation(payloadOf(setTwoStep), options(setTwoStep))
  async setTwoStep(
    @InputOf(setTwoStep, 'Whether two-step sign-in is on.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(setTwoStep, await this.service.setTwoStep(input, request));
  }
}
