import { Ctx, Mutation, Resolver } from 'type-graphql';
import { impersonate } from '../features/administration/administration.operations';
import type { ImpersonationService } from '../features/administration/impersonation.service';
import { ImpersonatePayload, toImpersonateResultType } from './admin-impersonation.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';

@Resolver()
export class AdminImpersonationResolver {
  constructor(private readonly impersonation: ImpersonationService) {}

  @Mutation(() => ImpersonatePayload, options(impersonate))
  async impersonate(
    @InputOf(impersonate, 'The user and the reason.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ImpersonatePayload> {
    const impersonation = await this.impersonation.impersonate(input, request);
    const msg = impersonate.message;
    return { success: true, msg, error: null, result: toImpersonateResultType(impersonation) };
  }
}
