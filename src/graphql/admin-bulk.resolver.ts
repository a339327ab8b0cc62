import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { AdminBulkService } from '../features/administration/admin-bulk.service';
import { bulkUsers } from '../features/administration/administration.operations';
import { BulkUsersPayload } from './admin-bulk.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';

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
