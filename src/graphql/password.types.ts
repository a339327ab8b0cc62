import { Field, InputType, Int, ObjectType } from 'type-graphql';
import {
  changePasswordTexts,
  requestPasswordResetTexts,
  resetEndedDescription,
  resetPasswordTexts,
} from '../password-reset/descriptions';
import { SessionsToEnd } from './account.types';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';

@InputType({ description: 'The address that `requestPasswordReset` sends an e-mail to.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: inputText(requestPasswordResetTexts.email) })
  email!: string;
}

@ObjectType({
  implements: EnvelopeType,
  description: 'The answer to `requestPasswordReset`. It has no result.',
})
export class RequestPasswordResetPayload extends EnvelopeType {}

@InputType({
  description: 'The proof that the user received the e-mail, and the new password, for `resetPassword`.',
})
export class ResetPasswordInput {
  @Field(() => String, { nullable: true, description: inputText(resetPasswordTexts.token) })
  token?: string | null;

  @Field(() => String, { nullable: true, description: inputText(resetPasswordTexts.email) })
  email?: string | null;

  @Field(() => String, { nullable: true, description: inputText(resetPasswordTexts.code) })
  code?: string | null;

  @Field(() => String, { description: inputText(resetPasswordTexts.password) })
  password!: string;
}

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

@InputType({ description: 'The current and the new password, for `changePassword`.' })
export class ChangePasswordInput {
  @Field(() => String, { description: inputText(changePasswordTexts.currentPassword) })
  currentPassword!: string;

  @Field(() => String, { description: inputText(changePasswordTexts.password) })
  password!: string;

  @Field(() => SessionsToEnd, {
    defaultValue: SessionsToEnd.OTHERS,
    description: inputText(changePasswordTexts.sessions, SessionsToEnd),
  })
  sessions!: SessionsToEnd;
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
