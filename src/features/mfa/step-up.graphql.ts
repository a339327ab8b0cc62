import { Ctx, Mutation, Resolver } from 'type-graphql';
import { RefreshPayload, toRefreshPayload } from '../../accounts/auth/auth.graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { requestStepUpCode, stepUp, stepUpOptions } from './step-up.operations';
import type { StepUpService } from './step-up.service';

@Resolver()
export class StepUpResolver {
  constructor(private readonly stepUps: StepUpService) {}

  @Mutation(() => RefreshPayload, options(stepUp))
  async stepUp(@InputOf(stepUp) input: object, @Ctx() context: GraphqlContext): Promise<RefreshPayload> {
    return toRefreshPayload(stepUp, await this.stepUps.stepUp(input, context.request), context);
  }

  @Mutation(payloadOf(requestStepUpCode), options(requestStepUpCode))
  async requestStepUpCode(@Ctx() { request }: GraphqlContext) {
    return answered(requestStepUpCode, await this.stepUps.requestStepUpCode(request));
  }

  @Mutation(payloadOf(stepUpOptions), options(stepUpOptions))
  async stepUpOptions(@Ctx() { request }: GraphqlContext) {
    return answered(stepUpOptions, await this.stepUps.stepUpOptions(request));
  }
}
