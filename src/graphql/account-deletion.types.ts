import { Field, ObjectType } from 'type-graphql';
import { erasureDescription } from '../features/account-deletion/descriptions';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';

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

@ObjectType({ implements: EnvelopeType, description: 'The answer to `cancelDeletion`. It has no result.' })
export class CancelDeletionPayload extends EnvelopeType {}
