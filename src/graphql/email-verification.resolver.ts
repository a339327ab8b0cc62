import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import { emailVerificationOperations } from '../email-verification/descriptions';
import type { EmailVerificationService } from '../email-verification/email-verification.service';
import { successMessages } from '../request/success-messages';
import { credential } from './document-limits';
import {
  ConfirmEmailInput,
  ConfirmEmailPayload,
  SendEmailVerificationInput,
  SendEmailVerificationPayload,
} from './email-verification.types';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';
import { toUserType } from './user.type';

@Resolver()
export class EmailVerificationResolver {
  constructor(private readonly verification: EmailVerificationService) {}

  @Mutation(() => SendEmailVerificationPayload, {
    description: paragraphs(
      emailVerificationOperations.sendEmailVerification,
      'The payload can have these errors:',
      errorList('sendEmailVerification'),
      onceInDocument,
      'REST: `POST /auth/email/verification`.',
    ),
  })
  @Extensions(credential)
  async sendEmailVerification(
    @Arg('input', () => SendEmailVerificationInput, { description: 'The address to verify.' })
    input: SendEmailVerificationInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<SendEmailVerificationPayload> {
    await this.verification.send(input, request);
    return { success: true, msg: successMessages.emailVerificationSent, error: null };
  }

  @Mutation(() => ConfirmEmailPayload, {
    description: paragraphs(
      emailVerificationOperations.confirmEmail,
      'The payload can have these errors:',
      errorList('confirmEmail'),
      onceInDocument,
      'REST: `POST /auth/email/verification/confirm`.',
    ),
  })
  @Extensions(credential)
  async confirmEmail(
    @Arg('input', () => ConfirmEmailInput, {
      description: 'The token, or the address and the code. For a new account, also its password.',
    })
    input: ConfirmEmailInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmEmailPayload> {
    const user = await this.verification.confirm(input, request);
    return { success: true, msg: successMessages.emailVerified, error: null, result: toUserType(user) };
  }
}
