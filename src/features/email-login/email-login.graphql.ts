import { Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { LoginPayload, toLoginPayload } from '../auth/auth.graphql';
import { requestDescriptions } from './descriptions';
import { completeEmailLogin, requestEmailLogin } from './email-login.operations';
import type { EmailLoginService } from './email-login.service';

@ObjectType('EmailLoginRequest', { description: 'A login that waits for the code or the link of an e-mail.' })
export class EmailLoginRequestType {
  @Field(() => String, { description: requestDescriptions.token })
  token!: string;

  @Field(() => Int, { description: requestDescriptions.expiresIn })
  expiresIn!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `requestEmailLogin`.' })
export class RequestEmailLoginPayload extends EnvelopeType {
  @Field(() => EmailLoginRequestType, { nullable: true, description: `The request. ${resultDescription}` })
  result!: EmailLoginRequestType | null;
}

@Resolver()
export class EmailLoginResolver {
  constructor(private readonly emailLogins: EmailLoginService) {}

  @Mutation(() => RequestEmailLoginPayload, options(requestEmailLogin))
  async requestEmailLogin(
    @InputOf(requestEmailLogin, 'The address of the account.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RequestEmailLoginPayload> {
    const { token, expiresInS: expiresIn } = await this.emailLogins.request(input, request);
    return { success: true, msg: requestEmailLogin.message, error: null, result: { token, expiresIn } };
  }

  @Mutation(() => LoginPayload, options(completeEmailLogin))
  async completeEmailLogin(
    @InputOf(completeEmailLogin, 'The token of the request, and the code or the link.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    const login = await this.emailLogins.complete({ ...input, scope: 'offline_access' }, context.request);
    return toLoginPayload(login, context);
  }
}
