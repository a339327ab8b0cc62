import { Ctx, Field, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { User } from '../users/user';
import { UserType } from '../users/user.graphql';
import { confirmEmail, sendEmailVerification } from './email-verification.operations';
import type { EmailVerificationService } from './email-verification.service';

@ObjectType({ implements: EnvelopeType, description: 'The answer to `sendEmailVerification`. It has no result.' })
export class SendEmailVerificationPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmEmail`.' })
export class ConfirmEmailPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The user with the verified address. ${resultDescription}` })
  result!: User | null;
}

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
    return { success: true, msg: confirmEmail.message, error: null, result: user };
  }
}
