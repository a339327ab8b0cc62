import { Field, Int, ObjectType } from 'type-graphql';
import { resetEndedDescription } from '../features/password-reset/descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';

@ObjectType({
  implements: EnvelopeType,
  description: 'The answer to `requestPasswordReset`. It has no result.',
})
export class RequestPasswordResetPayload extends EnvelopeType {}

@ObjectType({ description: 'What `resetPassword` did.' })
export class ResetPasswordResult {
  @Field(() => Int, { description: resetEndedDescription })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `resetPassword`.' })
export class ResetPasswordPayload extends EnvelopeType {
  @Field(() => ResetPasswordResult, { nullable: true, description: `What the reset did. ${resultDescription}` })
  result!: ResetPasswordResult | null;
}

@ObjectType({ description: 'What `changePassword` did.' })
export class ChangePasswordResult {
  @Field(() => Int, { description: resetEndedDescription })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `changePassword`.' })
export class ChangePasswordPayload extends EnvelopeType {
  @Field(() => ChangePasswordResult, { nullable: true, description: `What the change did. ${resultDescription}` })
  result!: ChangePasswordResult | null;
}
