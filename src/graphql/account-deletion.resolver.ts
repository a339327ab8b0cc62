import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { cancelDeletion, deleteAccount } from '../account-deletion/account-deletion.operations';
import type { AccountDeletionService } from '../account-deletion/account-deletion.service';
import {
  CancelDeletionInput,
  CancelDeletionPayload,
  DeleteAccountInput,
  DeleteAccountPayload,
} from './account-deletion.types';
import type { GraphqlContext } from './graphql-context';
import { options } from './operation-options';

@Resolver()
export class AccountDeletionResolver {
  constructor(private readonly deletions: AccountDeletionService) {}

  @Mutation(() => DeleteAccountPayload, options(deleteAccount))
  async deleteAccount(
    @Arg('input', () => DeleteAccountInput, { description: 'The current password.' }) input: DeleteAccountInput,
    @Ctx() { request, clearRefreshCookie }: GraphqlContext,
  ): Promise<DeleteAccountPayload> {
    const { dueTs: erasureTs } = await this.deletions.delete(input, request);
    clearRefreshCookie();
    return { success: true, msg: deleteAccount.message, error: null, result: { erasureTs } };
  }

  @Mutation(() => CancelDeletionPayload, options(cancelDeletion))
  async cancelDeletion(
    @Arg('input', () => CancelDeletionInput, { description: 'The token of the link.' }) input: CancelDeletionInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<CancelDeletionPayload> {
    await this.deletions.cancel(input, request);
    return { success: true, msg: cancelDeletion.message, error: null };
  }
}
