import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { cancelDeletion, deleteAccount } from './account-deletion.operations';
import type { AccountDeletionService } from './account-deletion.service';

@Resolver()
export class AccountDeletionResolver {
  constructor(private readonly deletions: AccountDeletionService) {}

  @Mutation(payloadOf(deleteAccount), options(deleteAccount))
  async deleteAccount(@InputOf(deleteAccount) input: object, @Ctx() { request, clearRefreshCookie }: GraphqlContext) {
    const deletion = await this.deletions.deleteAccount(input, request);
    clearRefreshCookie();
    return answered(deleteAccount, deletion);
  }

  @Mutation(payloadOf(cancelDeletion), options(cancelDeletion))
  async cancelDeletion(@InputOf(cancelDeletion) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(cancelDeletion, await this.deletions.cancelDeletion(input, request));
  }
}
