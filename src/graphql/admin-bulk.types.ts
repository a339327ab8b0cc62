import { Field, ID, ObjectType } from 'type-graphql';
import { bulkActions } from '../features/administration/admin-bulk.inputs';
import {
  bulkAnswerDescriptions,
  bulkResultDescriptions as text,
} from '../features/administration/admin-bulk-descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputEnum } from './input-type';

inputEnum('BulkAction', 'What can be done with many accounts.', bulkActions);

@ObjectType('BulkItem', { description: 'What happened to one account.' })
export class BulkItemType {
  @Field(() => ID, { description: text.id })
  id!: string;

  @Field(() => Boolean, { description: text.success })
  success!: boolean;

  @Field(() => String, { nullable: true, description: text.code })
  code!: string | null;

  @Field(() => String, { description: text.msg })
  msg!: string;
}

@ObjectType('BulkResult', { description: 'What happened to the accounts.' })
export class BulkResultType {
  @Field(() => [BulkItemType], { description: bulkAnswerDescriptions.results })
  results!: BulkItemType[];

  @Field(() => Boolean, { description: bulkAnswerDescriptions.isComplete })
  isComplete!: boolean;
}

@ObjectType({ implements: EnvelopeType, description: 'The result of `bulkUsers`.' })
export class BulkUsersPayload extends EnvelopeType {
  @Field(() => BulkResultType, { nullable: true, description: resultDescription })
  result!: BulkResultType | null;
}
