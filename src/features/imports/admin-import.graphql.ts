import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { AdminImportService } from './admin-import.service';
import { importUsers } from './imports.operations';

@Resolver()
export class AdminImportResolver {
  constructor(private readonly imports: AdminImportService) {}

  @Mutation(payloadOf(importUsers), options(importUsers))
  async importUsers(@InputOf(importUsers) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(importUsers, await this.imports.importUsers(input, request));
  }
}
