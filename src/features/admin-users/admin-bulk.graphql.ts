import { Ctx, Field, ID, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf, inputEnum } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { bulkActions } from './admin-bulk.inputs';
import type { AdminBulkService } from './admin-bulk.service';
import { bulkAnswerDescriptions, bulkResultDescriptions as text } from './admin-bulk-descriptions';
import { bulkUsers } from './admin-users.operations';

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

@Resolver()
export class AdminBulkResolver {
  constructor(private readonly bulk: AdminBulkService) {}

  @Mutation(() => BulkUsersPayload, options(bulkUsers))
  async bulkUsers(
    @InputOf(bulkUsers, 'The accounts and what to do with them.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<BulkUsersPayload> {
    const result = await this.bulk.bulkUsers(input, request);
    return { success: true, msg: bulkUsers.message, error: null, result };
  }
}
