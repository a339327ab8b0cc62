import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import type { StepUpService } from '../mfa/step-up.service';
import { stepUpOperations } from '../mfa/step-up-descriptions';
import { successMessages } from '../request/success-messages';
import { toRefreshResult } from './auth.resolver';
import { RefreshPayload } from './auth.types';
import { credential } from './document-limits';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';
import type { Factor } from './mfa.types';
import { StepUpInput, StepUpOptionsPayload } from './step-up.types';

const callerErrors = '`UNAUTHENTICATED` is in `errors`, and the payload is null. All other errors are in the payload.';

@Resolver()
export class StepUpResolver {
  constructor(private readonly stepUps: StepUpService) {}

  @Mutation(() => RefreshPayload, {
    nullable: true,
    description: paragraphs(
      stepUpOperations.stepUp,
      'The operation can return these errors:',
      errorList('stepUp'),
      callerErrors,
      onceInDocument,
      'REST: `POST /auth/step-up`.',
    ),
  })
  @Extensions(credential)
  async stepUp(
    @Arg('input', () => StepUpInput, { description: 'A code, a passkey or the password.' }) input: StepUpInput,
    @Ctx() context: GraphqlContext,
  ): Promise<RefreshPayload> {
    const tokens = await this.stepUps.stepUp(input, context.request);
    return {
      success: true,
      msg: successMessages.steppedUp,
      error: null,
      result: toRefreshResult(tokens, context),
      genAt: tokens.issuedAt,
    };
  }

  @Mutation(() => StepUpOptionsPayload, {
    nullable: true,
    description: paragraphs(
      stepUpOperations.stepUpOptions,
      'The operation can return these errors:',
      errorList('stepUpOptions'),
      callerErrors,
      'REST: `POST /auth/step-up/options`.',
    ),
  })
  async stepUpOptions(@Ctx() { request }: GraphqlContext): Promise<StepUpOptionsPayload> {
    const { password, factors, passkeyOptions } = await this.stepUps.options(request);
    const result = { password, factors: factors.map((factor) => factor as Factor), passkeyOptions };
    return { success: true, msg: successMessages.stepUpOptions, error: null, result };
  }
}
