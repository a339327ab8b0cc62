import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { PasswordChangeService } from '../features/password-reset/password-change.service';
import type { PasswordResetService } from '../features/password-reset/password-reset.service';
import { changePassword, requestPasswordReset, resetPassword } from '../features/password-reset/passwords.operations';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';
import { ChangePasswordPayload, RequestPasswordResetPayload, ResetPasswordPayload } from './password.types';

@Resolver()
export class PasswordResolver {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly changes: PasswordChangeService,
  ) {}

  @Mutation(() => RequestPasswordResetPayload, options(requestPasswordReset))
  async requestPasswordReset(
    @InputOf(requestPasswordReset, 'The address of the account.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RequestPasswordResetPayload> {
    await this.resets.request(input, request);
    return { success: true, msg: requestPasswordReset.message, error: null };
  }

  @Mutation(() => ResetPasswordPayload, options(resetPassword))
  async resetPassword(
    @InputOf(resetPassword, 'The token or the code, and the new password.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ResetPasswordPayload> {
    const { ended } = await this.resets.reset(input, request);
    return { success: true, msg: resetPassword.message, error: null, result: { ended } };
  }

  @Mutation(() => ChangePasswordPayload, options(changePassword))
  async changePassword(
    @InputOf(changePassword, 'The current and the new password.') input: object,
    @Ctx() { request, clearRefreshCookie }: GraphqlContext,
  ): Promise<ChangePasswordPayload> {
    const { ended, current } = await this.changes.change(input, request);
    if (current) clearRefreshCookie();
    return { success: true, msg: changePassword.message, error: null, result: { ended } };
  }
}
