import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf, inputEnum } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { bulkActions } from './admin-bulk.inputs';
import type { AdminBulkService } from './admin-bulk.service';
import { bulkUsers } from './admin-users.operations';

inputEnum('BulkAction', 'What can be done with many accounts.', bulkActions);

@Resolver()
export class AdminBulkResolver {
  constructor(private readonly bulk: AdminBulkService) {}

  @Mutation(payloadOf(bulkUsers), options(bulkUsers))
  async bulkUsers(@InputOf(bulkUsers) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(bulkUsers, await this.bulk.bulkUsers(input, request));
  }
}
