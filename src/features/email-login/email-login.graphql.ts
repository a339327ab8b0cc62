import { Ctx, Mutation, Resolver } from 'type-graphql';
import { LoginPayload, toLoginPayload } from '../../accounts/auth/auth.graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { completeEmailLogin, requestEmailLogin } from './email-login.operations';
import type { EmailLoginService } from './email-login.service';

@Resolver()
export class EmailLoginResolver {
  constructor(private readonly emailLogins: EmailLoginService) {}

  @Mutation(payloadOf(requestEmailLogin), options(requestEmailLogin))
  async requestEmailLogin(@InputOf(requestEmailLogin) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(requestEmailLogin, await this.emailLogins.requestEmailLogin(input, request));
  }

  @Mutation(() => LoginPayload, options(completeEmailLogin))
  async completeEmailLogin(
    @InputOf(completeEmailLogin, 'The token of the request, and the code or the link.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    const login = await this.emailLogins.completeEmailLogin({ ...input, scope: 'offline_access' }, context.request);
    return toLoginPayload(login, context);
  }
}
