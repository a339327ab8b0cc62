import { Ctx, Mutation, Resolver } from 'type-graphql';
import { cancelDeletion, deleteAccount } from '../features/account-deletion/account-deletion.operations';
import type { AccountDeletionService } from '../features/account-deletion/account-deletion.service';
import { CancelDeletionPayload, DeleteAccountPayload } from './account-deletion.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';

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
