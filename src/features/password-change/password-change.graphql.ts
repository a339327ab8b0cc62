import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { changePassword, requestPasswordReset, resetPassword } from './password-change.operations';
import type { PasswordChangeService } from './password-change.service';
import type { PasswordResetService } from './password-reset.service';

@Resolver()
export class PasswordResolver {
  constructor(
    private readonly resets: PasswordResetService,
    private readonly changes: PasswordChangeService,
  ) {}

  @Mutation(payloadOf(requestPasswordReset), options(requestPasswordReset))
  async requestPasswordReset(@InputOf(requestPasswordReset) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(requestPasswordReset, await this.resets.requestPasswordReset(input, request));
  }

  @Mutation(payloadOf(resetPassword), options(resetPassword))
  async resetPassword(
    @InputOf(resetPassword, 'The token or the code, and the new password.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(resetPassword, await this.resets.resetPassword(input, request));
  }

  @Mutation(payloadOf(changePassword), options(changePassword))
  async changePassword(@InputOf(changePassword) input: object, @Ctx() { request, clearRefreshCookie }: GraphqlContext) {
    const changed = await this.changes.changePassword(input, request);
    if (changed.current) clearRefreshCookie();
    return answered(changePassword, changed);
  }
}
