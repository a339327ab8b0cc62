import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { AdminBulkService } from '../administration/admin-bulk.service';
import { bulkUsers } from '../administration/administration.operations';
import { BulkUsersInput, BulkUsersPayload } from './admin-bulk.types';
import type { GraphqlContext } from './graphql-context';
import { options } from './operation-options';

@Resolver()
export class AdminBulkResolver {
  constructor(private readonly bulk: AdminBulkService) {}

  @Mutation(() => BulkUsersPayload, options(bulkUsers))
  async bulkUsers(
    @Arg('input', () => BulkUsersInput, { description: 'The accounts and what to do with them.' })
    input: BulkUsersInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<BulkUsersPayload> {
    const result = await this.bulk.bulkUsers(input, request);
    return { success: true, msg: bulkUsers.message, error: null, result };
  }
}
