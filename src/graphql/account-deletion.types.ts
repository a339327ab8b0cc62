import { Field, InputType, ObjectType } from 'type-graphql';
import { cancelDeletionTexts, deleteAccountTexts, erasureDescription } from '../account-deletion/descriptions';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';

@InputType({ description: 'The current password, for `deleteAccount`.' })
export class DeleteAccountInput {
  @Field(() => String, { nullable: true, description: inputText(deleteAccountTexts.currentPassword) })
  currentPassword?: string | null;
}

@ObjectType({ description: 'What `deleteAccount` did.' })
export class DeleteAccountResult {
  @Field(() => DateTime, { description: erasureDescription })
  erasureTs!: Date;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `deleteAccount`.' })
export class DeleteAccountPayload extends EnvelopeType {
  @Field(() => DeleteAccountResult, { nullable: true, description: `What the deletion did. ${resultDescription}` })
  result!: DeleteAccountResult | null;
}

@InputType({ description: 'The token, for `cancelDeletion`.' })
export class CancelDeletionInput {
  @Field(() => String, { description: inputText(cancelDeletionTexts.token) })
  token!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `cancelDeletion`. It has no result.' })
export class CancelDeletionPayload extends EnvelopeType {}
