import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import { passwordOperations } from '../password-reset/descriptions';
import type { PasswordChangeService } from '../password-reset/password-change.service';
import type { PasswordResetService } from '../password-reset/password-reset.service';
import { successMessages } from '../request/success-messages';
import { credential } from './document-limits';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';
import {
  ChangePasswordInput,
  ChangePasswordPayload,
  RequestPasswordResetInput,
  RequestPasswordResetPayload,
  ResetPasswordInput,
  ResetPasswordPayload,
} from './password.types';

@Resolver()
export class PasswordResolver {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly changes: PasswordChangeService,
  ) {}

  @Mutation(() => RequestPasswordResetPayload, {
    description: paragraphs(
      passwordOperations.requestPasswordReset,
      'The payload can have these errors:',
      errorList('requestPasswordReset'),
      onceInDocument,
      'REST: `POST /auth/password/forgot`.',
    ),
  })
  @Extensions(credential)
  async requestPasswordReset(
    @Arg('input', () => RequestPasswordResetInput, { description: 'The address of the account.' })
    input: RequestPasswordResetInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RequestPasswordResetPayload> {
    await this.resets.request(input, request);
    return { success: true, msg: successMessages.passwordResetRequested, error: null };
  }

  @Mutation(() => ResetPasswordPayload, {
    description: paragraphs(
      passwordOperations.resetPassword,
      'The payload can have these errors:',
      errorList('resetPassword'),
      onceInDocument,
      'REST: `POST /auth/password/reset`.',
    ),
  })
  @Extensions(credential)
  async resetPassword(
    @Arg('input', () => ResetPasswordInput, { description: 'The token or the code, and the new password.' })
    input: ResetPasswordInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ResetPasswordPayload> {
    const { ended } = await this.resets.reset(input, request);
    return { success: true, msg: successMessages.passwordReset, error: null, result: { ended } };
  }

  @Mutation(() => ChangePasswordPayload, {
    nullable: true,
    description: paragraphs(
      passwordOperations.changePassword,
      'The operation can return these errors:',
      errorList('changePassword'),
      '`UNAUTHENTICATED` and `STEP_UP_REQUIRED` are in `errors`, and the payload is null. All other errors are in the payload.',
      onceInDocument,
      'REST: `POST /auth/password`.',
    ),
  })
  @Extensions(credential)
  async changePassword(
    @Arg('input', () => ChangePasswordInput, { description: 'The current and the new password.' })
    input: ChangePasswordInput,
    @Ctx() { request, clearRefreshCookie }: GraphqlContext,
  ): Promise<ChangePasswordPayload> {
    const { ended, current } = await this.changes.change(input, request);
    if (current) clearRefreshCookie();
    return { success: true, msg: successMessages.passwordChanged, error: null, result: { ended } };
  }
}
