import { Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { resetEndedDescription } from './descriptions';
import type { PasswordChangeService } from './password-change.service';
import type { PasswordResetService } from './password-reset.service';
import { changePassword, requestPasswordReset, resetPassword } from './passwords.operations';

@ObjectType({
  implements: EnvelopeType,
  description: 'The answer to `requestPasswordReset`. It has no result.',
})
export class RequestPasswordResetPayload extends EnvelopeType {}

@ObjectType({ description: 'What `resetPassword` did.' })
export class ResetPasswordResult {
  @Field(() => Int, { description: resetEndedDescription })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `resetPassword`.' })
export class ResetPasswordPayload extends EnvelopeType {
  @Field(() => ResetPasswordResult, { nullable: true, description: `What the reset did. ${resultDescription}` })
  result!: ResetPasswordResult | null;
}

@ObjectType({ description: 'What `changePassword` did.' })
export class ChangePasswordResult {
  @Field(() => Int, { description: resetEndedDescription })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `changePassword`.' })
export class ChangePasswordPayload extends EnvelopeType {
  @Field(() => ChangePasswordResult, { nullable: true, description: `What the change did. ${resultDescription}` })
  result!: ChangePasswordResult | null;
}

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
