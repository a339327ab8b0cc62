import { Field, ID, InputType, ObjectType, registerEnumType } from 'type-graphql';
import {
  bulkAnswerDescriptions,
  bulkTexts,
  bulkResultDescriptions as text,
} from '../administration/admin-bulk-descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';

export enum BulkAction {
  DISABLE = 'disable',
  ENABLE = 'enable',
  END_SESSIONS = 'end_sessions',
  DELETE = 'delete',
  SEND_RESET = 'send_reset',
}
const bulkActions = bulkTexts.action.values;
registerEnumType(BulkAction, {
  name: 'BulkAction',
  description: 'What can be done with many accounts.',
  valuesConfig: {
    DISABLE: { description: bulkActions.disable },
    ENABLE: { description: bulkActions.enable },
    END_SESSIONS: { description: bulkActions.end_sessions },
    DELETE: { description: bulkActions.delete },
    SEND_RESET: { description: bulkActions.send_reset },
  },
});

@InputType({ description: 'The accounts and what to do with them.' })
export class BulkUsersInput {
  @Field(() => [ID], { description: inputText(bulkTexts.ids) })
  ids!: string[];

  @Field(() => BulkAction, { description: inputText(bulkTexts.action, BulkAction) })
  action!: BulkAction;
}

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
