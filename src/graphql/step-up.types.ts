import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ObjectType } from 'type-graphql';
import { stepUpOptionTexts } from '../features/mfa/step-up-descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
import { Factor } from './mfa.types';

@ObjectType({ description: 'What the user can use for `stepUp`.' })
export class StepUpOptionsResult {
  @Field(() => Boolean, { description: stepUpOptionTexts.password })
  password!: boolean;

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
