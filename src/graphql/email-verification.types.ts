import { Field, ObjectType } from 'type-graphql';
import { EnvelopeType, resultDescription } from './envelope.type';
import { UserType } from './user.type';

@ObjectType({ implements: EnvelopeType, description: 'The answer to `sendEmailVerification`. It has no result.' })
export class SendEmailVerificationPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmEmail`.' })
export class ConfirmEmailPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The user with the verified address. ${resultDescription}` })
  result!: UserType | null;
}
