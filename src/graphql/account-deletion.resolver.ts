import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import type { AccountDeletionService } from '../account-deletion/account-deletion.service';
import { accountDeletionOperations } from '../account-deletion/descriptions';
import { successMessages } from '../request/success-messages';
import {
  CancelDeletionInput,
  CancelDeletionPayload,
  DeleteAccountInput,
  DeleteAccountPayload,
} from './account-deletion.types';
import { credential } from './document-limits';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';

@Resolver()
export class AccountDeletionResolver {
  constructor(private readonly deletions: AccountDeletionService) {}

  @Mutation(() => DeleteAccountPayload, {
    nullable: true,
    description: paragraphs(
      accountDeletionOperations.deleteAccount,
      'The operation can return these errors:',
      errorList('deleteAccount'),
      '`UNAUTHENTICATED` and `STEP_UP_REQUIRED` are in `errors`, and the payload is null. All other errors are in the payload.',
      onceInDocument,
      'REST: `DELETE /auth/me`.',
    ),
  })
  @Extensions(credential)
  async deleteAccount(
    @Arg('input', () => DeleteAccountInput, { description: 'The current password.' }) input: DeleteAccountInput,
    @Ctx() { request, clearRefreshCookie }: GraphqlContext,
  ): Promise<DeleteAccountPayload> {
    const { dueTs: erasureTs } = await this.deletions.delete(input, request);
    clearRefreshCookie();
    return { success: true, msg: successMessages.accountDeleted, error: null, result: { erasureTs } };
  }

  @Mutation(() => CancelDeletionPayload, {
    description: paragraphs(
      accountDeletionOperations.cancelDeletion,
      'The payload can have these errors:',
      errorList('cancelDeletion'),
      onceInDocument,
      'REST: `POST /auth/me/restore`.',
    ),
  })
  @Extensions(credential)
  async cancelDeletion(
    @Arg('input', () => CancelDeletionInput, { description: 'The token of the link.' }) input: CancelDeletionInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<CancelDeletionPayload> {
    await this.deletions.cancel(input, request);
    return { success: true, msg: successMessages.deletionCancelled, error: null };
  }
}
