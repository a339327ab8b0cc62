import { Ctx, Mutation, Resolver } from 'type-graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { confirmEmail, sendEmailVerification } from './email-verification.operations';
import type { EmailVerificationService } from './email-verification.service';

@Resolver()
export class EmailVerificationResolver {
  constructor(private readonly verification: EmailVerificationService) {}

  @Mutation(payloadOf(sendEmailVerification), options(sendEmailVerification))
  async sendEmailVerification(@InputOf(sendEmailVerification) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(sendEmailVerification, await this.verification.sendEmailVerification(input, request));
  }

  @Mutation(payloadOf(confirmEmail), options(confirmEmail))
  async confirmEmail(@InputOf(confirmEmail) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(confirmEmail, await this.verification.confirmEmail(input, request));
  }
}
