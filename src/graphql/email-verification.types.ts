import { Field, InputType, ObjectType } from 'type-graphql';
import { confirmEmailTexts, sendEmailVerificationTexts } from '../email-verification/descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';
import { UserType } from './user.type';

@InputType({ description: 'The address that `sendEmailVerification` sends an e-mail to.' })
export class SendEmailVerificationInput {
  @Field(() => String, { description: inputText(sendEmailVerificationTexts.email) })
  email!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `sendEmailVerification`. It has no result.' })
export class SendEmailVerificationPayload extends EnvelopeType {}

@InputType({
  description: 'The token, or the address and the code, for `confirmEmail`. For a new account, also its password.',
})
export class ConfirmEmailInput {
  @Field(() => String, { nullable: true, description: inputText(confirmEmailTexts.token) })
  token?: string | null;

  @Field(() => String, { nullable: true, description: inputText(confirmEmailTexts.email) })
  email?: string | null;

  @Field(() => String, { nullable: true, description: inputText(confirmEmailTexts.code) })
  code?: string | null;

  @Field(() => String, { nullable: true, description: inputText(confirmEmailTexts.password) })
  password?: string | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmEmail`.' })
export class ConfirmEmailPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The user with the verified address. ${resultDescription}` })
  result!: UserType | null;
}
