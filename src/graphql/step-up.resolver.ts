import { Ctx, Mutation, Resolver } from 'type-graphql';
import { stepUp, stepUpOptions } from '../features/mfa/step-up.operations';
import type { StepUpService } from '../features/mfa/step-up.service';
import { toRefreshResult } from './auth.resolver';
import { RefreshPayload } from './auth.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import type { Factor } from './mfa.types';
import { options } from './operation-options';
import { StepUpOptionsPayload } from './step-up.types';

const _callerErrors = '`UNAUTHENTICATED` is in `errors`, and the payload is null. All other errors are in the payload.';

@Resolver()
export class StepUpResolver {
  constructor(private readonly stepUps: StepUpService) {}

  @Mutation(() => RefreshPayload, options(stepUp))
  async stepUp(
    @InputOf(stepUp, 'A code, a passkey or the password.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<RefreshPayload> {
    const tokens = await this.stepUps.stepUp(input, context.request);
    return {
      success: true,
      msg: stepUp.message,
      error: null,
      result: toRefreshResult(tokens, context),
      genAt: tokens.issuedAt,
    };
  }

  @Mutation(() => StepUpOptionsPayload, options(stepUpOptions))
  async stepUpOptions(@Ctx() { request }: GraphqlContext): Promise<StepUpOptionsPayload> {
    const { password, factors, passkeyOptions } = await this.stepUps.options(request);
    const result = { password, factors: factors.map((factor) => factor as Factor), passkeyOptions };
    return { success: true, msg: stepUpOptions.message, error: null, result };
  }
}
