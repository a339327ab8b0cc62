import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, InputType, ObjectType } from 'type-graphql';
import { stepUpOptionTexts, stepUpTexts } from '../mfa/step-up-descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';
import { Factor } from './mfa.types';

@InputType({ description: 'A code, a passkey or the password, for `stepUp`.' })
export class StepUpInput {
  @Field(() => String, { nullable: true, description: inputText(stepUpTexts.password) })
  password?: string | null;

  @Field(() => String, { nullable: true, description: inputText(stepUpTexts.code) })
  code?: string | null;

  @Field(() => GraphQLJSONObject, { nullable: true, description: inputText(stepUpTexts.passkey) })
  passkey?: object | null;
}

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
