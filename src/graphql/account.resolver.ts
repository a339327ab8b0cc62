import { Arg, Ctx, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountService } from '../auth/account.service';
import { successMessages } from '../request/success-messages';
import { sessionPageSize } from '../sessions/session-page';
import { LogoutInput, LogoutPayload, RevokeSessionInput, RevokeSessionPayload, SessionsToEnd } from './account.types';
import { refreshCookieAccepted } from './errors-as-payload';
import type { GraphqlContext } from './graphql-context';
import { SessionConnectionType, toSessionConnectionType } from './session.type';
import { toUserType, UserType } from './user.type';

@Resolver()
export class AccountResolver {
  constructor(private readonly account: AccountService) {}

  @Query(() => UserType, {
    nullable: true,
    description: 'The current user. Null, with an error, without a valid access token. REST: GET /auth/me.',
  })
  async me(@Ctx() { request }: GraphqlContext): Promise<UserType> {
    return toUserType(await this.account.me(request));
  }

  @Query(() => SessionConnectionType, {
    nullable: true,
    description:
      'Your live sessions, most recently used first, in pages. Null, with an error, without a valid access token. REST: GET /auth/sessions.',
  })
  async sessions(
    @Arg('first', () => Int, {
      nullable: true,
      description: `The page size: 1 to ${sessionPageSize.atMost}, by default ${sessionPageSize.byDefault}.`,
    })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'A cursor: the page starts after it.' })
    after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<SessionConnectionType> {
    const page = await this.account.sessions({ first, after }, request);
    return toSessionConnectionType(page, { isFirst: after === null || after === undefined });
  }

  @Mutation(() => LogoutPayload, {
    nullable: true,
    description:
      'Ends the session of this request, all others, or all. Without a valid access token, the refresh cookie identifies the session. REST: POST /auth/logout.',
  })
  @Extensions(refreshCookieAccepted)
  async logout(
    @Arg('input', () => LogoutInput, {
      defaultValue: { sessions: SessionsToEnd.CURRENT },
      description: 'Which sessions to end.',
    })
    input: LogoutInput,
    @Ctx() { request, clearRefreshCookie }: GraphqlContext,
  ): Promise<LogoutPayload> {
    const { ended, current } = await this.account.logout(input, request);
    if (current) clearRefreshCookie();
    return { success: true, msg: successMessages.loggedOut, error: null, result: { ended } };
  }

  @Mutation(() => RevokeSessionPayload, {
    nullable: true,
    description: 'Ends one of your sessions. REST: DELETE /auth/sessions/{id}.',
  })
  async revokeSession(
    @Arg('input', () => RevokeSessionInput, { description: 'The session.' }) input: RevokeSessionInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RevokeSessionPayload> {
    await this.account.revokeSession(input, request);
    return { success: true, msg: successMessages.sessionEnded, error: null };
  }
}
