import { GraphQLJSONObject } from 'graphql-scalars';
import { Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { Factor } from '../../platform/graphql/login-challenge.type';
import { options } from '../../platform/graphql/operation-options';
import { RefreshPayload, toRefreshResult } from '../auth/auth.graphql';
import { requestStepUpCode, stepUp, stepUpOptions } from './step-up.operations';
import type { StepUpService } from './step-up.service';
import { stepUpOptionTexts } from './step-up-descriptions';

@ObjectType({ description: 'What the user can use for `stepUp`.' })
export class StepUpOptionsResult {
  @Field(() => Boolean, { description: stepUpOptionTexts.password })
  password!: boolean;

  @Field(() => Boolean, { description: stepUpOptionTexts.email })
  email!: boolean;

  @Field(() => [Factor], { description: stepUpOptionTexts.factors })
  factors!: readonly Factor[];

  @Field(() => GraphQLJSONObject, { nullable: true, description: stepUpOptionTexts.passkeyOptions })
  passkeyOptions!: object | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `stepUpOptions`.' })
export class StepUpOptionsPayload extends EnvelopeType {
  @Field(() => StepUpOptionsResult, { nullable: true, description: `The options. ${resultDescription}` })
  result!: StepUpOptionsResult | null;
}

@ObjectType({ description: 'A step-up that waits for the code of an e-mail.' })
export class StepUpCodeRequest {
  @Field(() => String, { description: stepUpOptionTexts.codeToken })
  token!: string;

  @Field(() => Int, { description: stepUpOptionTexts.codeExpiresIn })
  expiresIn!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `requestStepUpCode`.' })
export class RequestStepUpCodePayload extends EnvelopeType {
  @Field(() => StepUpCodeRequest, { nullable: true, description: `The request. ${resultDescription}` })
  result!: StepUpCodeRequest | null;
}

@Resolver()
export class StepUpResolver {
  constructor(private readonly stepUps: StepUpService) {}

  @Mutation(() => RefreshPayload, options(stepUp))
  async stepUp(
    @InputOf(stepUp, 'What the user proves again.') input: object,
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

  @Mutation(() => RequestStepUpCodePayload, options(requestStepUpCode))
  async requestStepUpCode(@Ctx() { request }: GraphqlContext): Promise<RequestStepUpCodePayload> {
    const { token, expiresInS: expiresIn } = await this.stepUps.requestCode(request);
    return { success: true, msg: requestStepUpCode.message, error: null, result: { token, expiresIn } };
  }

  @Mutation(() => StepUpOptionsPayload, options(stepUpOptions))
  async stepUpOptions(@Ctx() { request }: GraphqlContext): Promise<StepUpOptionsPayload> {
    const { password, email, factors, passkeyOptions } = await this.stepUps.options(request);
    const result = { password, email, factors: factors.map((factor) => factor as Factor), passkeyOptions };
    return { success: true, msg: stepUpOptions.message, error: null, result };
  }
}
