import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import { adminOperations } from '../administration/descriptions';
import type { ImpersonationService } from '../administration/impersonation.service';
import { successMessages } from '../request/success-messages';
import { ImpersonateInput, ImpersonatePayload, toImpersonateResultType } from './admin-impersonation.types';
import { credential } from './document-limits';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';

@Resolver()
export class AdminImpersonationResolver {
  constructor(private readonly impersonation: ImpersonationService) {}

  @Mutation(() => ImpersonatePayload, {
    nullable: true,
    description: paragraphs(
      adminOperations.impersonate,
      'The operation can return these errors:',
      errorList('impersonate'),
      '`UNAUTHENTICATED`, `FORBIDDEN` and `STEP_UP_REQUIRED` are in `errors`, and the payload is null. All other errors are in the payload.',
      onceInDocument,
      'REST: `POST /admin/users/{id}/impersonate`.',
    ),
  })
  @Extensions(credential)
  async impersonate(
    @Arg('input', () => ImpersonateInput, { description: 'The user and the reason.' })
    input: ImpersonateInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ImpersonatePayload> {
    const impersonation = await this.impersonation.impersonate(input, request);
    const msg = successMessages.impersonated;
    return { success: true, msg, error: null, result: toImpersonateResultType(impersonation) };
  }
}
