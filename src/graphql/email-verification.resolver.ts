import { Ctx, Mutation, Resolver } from 'type-graphql';
import { confirmEmail, sendEmailVerification } from '../features/email-verification/email-verification.operations';
import type { EmailVerificationService } from '../features/email-verification/email-verification.service';
import { ConfirmEmailPayload, SendEmailVerificationPayload } from './email-verification.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';
import { toUserType } from './user.type';

@Resolver()
export class EmailVerificationResolver {
  constructor(private readonly verification: EmailVerificationService) {}

  @Mutation(() => SendEmailVerificationPayload, options(sendEmailVerification))
  async sendEmailVerification(
    @InputOf(sendEmailVerification, 'The address to verify.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<SendEmailVerificationPayload> {
    await this.verification.send(input, request);
    return { success: true, msg: sendEmailVerification.message, error: null };
  }

  @Mutation(() => ConfirmEmailPayload, options(confirmEmail))
  async confirmEmail(
    @InputOf(confirmEmail, 'The token, or the address and the code. For a new account, also its password.')
    input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmEmailPayload> {
    const user = await this.verification.confirm(input, request);
    return { success: true, msg: confirmEmail.message, error: null, result: toUserType(user) };
  }
}
