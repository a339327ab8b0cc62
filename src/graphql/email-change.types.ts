import { Field, InputType, ObjectType } from 'type-graphql';
import { changeEmailTexts, confirmEmailChangeTexts, undoEmailChangeTexts } from '../email-change/descriptions';
import { EnvelopeType } from './envelope.type';
import { inputText } from './input-text';

@InputType({ description: 'The new address and the current password, for `changeEmail`.' })
export class ChangeEmailInput {
  @Field(() => String, { description: inputText(changeEmailTexts.email) })
  email!: string;

  @Field(() => String, { nullable: true, description: inputText(changeEmailTexts.currentPassword) })
  currentPassword?: string | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `changeEmail`. It has no result.' })
export class ChangeEmailPayload extends EnvelopeType {}

@InputType({ description: 'The token, or the address and the code, for `confirmEmailChange`.' })
export class ConfirmEmailChangeInput {
  @Field(() => String, { nullable: true, description: inputText(confirmEmailChangeTexts.token) })
  token?: string | null;

  @Field(() => String, { nullable: true, description: inputText(confirmEmailChangeTexts.email) })
  email?: string | null;

  @Field(() => String, { nullable: true, description: inputText(confirmEmailChangeTexts.code) })
  code?: string | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmEmailChange`. It has no result.' })
export class ConfirmEmailChangePayload extends EnvelopeType {}

@InputType({ description: 'The token, for `undoEmailChange`.' })
export class UndoEmailChangeInput {
  @Field(() => String, { description: inputText(undoEmailChangeTexts.token) })
  token!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `undoEmailChange`. It has no result.' })
export class UndoEmailChangePayload extends EnvelopeType {}
