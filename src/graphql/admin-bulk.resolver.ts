import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { AdminBulkService } from '../administration/admin-bulk.service';
import { bulkOperation } from '../administration/admin-bulk-descriptions';
import { successMessages } from '../request/success-messages';
import { BulkUsersInput, BulkUsersPayload } from './admin-bulk.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, paragraphs } from './input-text';

@Resolver()
export class AdminBulkResolver {
  constructor(private readonly bulk: AdminBulkService) {}

  @Mutation(() => BulkUsersPayload, {
    nullable: true,
    description: paragraphs(
      bulkOperation,
      'The operation can return these errors:',
      errorList('bulkUsers'),
      'REST: `POST /admin/users/bulk`.',
    ),
  })
  async bulkUsers(
    @Arg('input', () => BulkUsersInput, { description: 'The accounts and what to do with them.' })
    input: BulkUsersInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<BulkUsersPayload> {
    const result = await this.bulk.bulkUsers(input, request);
    return { success: true, msg: successMessages.bulkUsers, error: null, result };
  }
}
