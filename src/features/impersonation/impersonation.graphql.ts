import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { impersonate } from './impersonation.operations';
import type { ImpersonationService } from './impersonation.service';

@Resolver()
export class AdminImpersonationResolver {
  constructor(private readonly impersonation: ImpersonationService) {}

  @Mutation(payloadOf(impersonate), options(impersonate))
  async impersonate(
    @InputOf(impersonate, 'The user and the reason.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(impersonate, await this.impersonation.impersonate(input, request));
  }
}
