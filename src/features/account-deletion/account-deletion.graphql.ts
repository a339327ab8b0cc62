import { Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { cancelDeletion, deleteAccount } from './account-deletion.operations';
import type { AccountDeletionService } from './account-deletion.service';
import { erasureDescription } from './descriptions';

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

@Resolver()
export class AccountDeletionResolver {
  constructor(private readonly deletions: AccountDeletionService) {}

  @Mutation(() => DeleteAccountPayload, options(deleteAccount))
  async deleteAccount(
    @InputOf(deleteAccount, 'The current password.') input: object,
    @Ctx() { request, clearRefreshCookie }: GraphqlContext,
  ): Promise<DeleteAccountPayload> {
    const { dueTs: erasureTs } = await this.deletions.delete(input, request);
    clearRefreshCookie();
    return { success: true, msg: deleteAccount.message, error: null, result: { erasureTs } };
  }

  @Mutation(() => CancelDeletionPayload, options(cancelDeletion))
  async cancelDeletion(
    @InputOf(cancelDeletion, 'The token of the link.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<CancelDeletionPayload> {
    await this.deletions.cancel(input, request);
    return { success: true, msg: cancelDeletion.message, error: null };
  }
}
