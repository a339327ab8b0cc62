import { Arg, Ctx, Int, Mutation, Query, Resolver, UseMiddleware } from 'type-graphql';
import type { AccountService } from '../auth/account.service';
import { outcomes } from '../outcomes';
import { sessionPageSize } from '../sessions/session-page';
import { LogoutInput, LogoutPayload, RevokeSessionInput, RevokeSessionPayload, SessionsToEnd } from './account.types';
import type { Context } from './context';
import { refusalsAsData } from './refusals-as-data';
import { SessionConnectionType, toSessionConnectionType } from './session.type';
import { toUserType, UserType } from './user.type';

@Resolver()
export class AccountResolver {
  constructor(private readonly account: AccountService) {}

  @Query(() => UserType, { description: 'Who is signed in. REST: GET /auth/me.' })
  async me(@Ctx() { client }: Context): Promise<UserType> {
    return toUserType(await this.account.me(client));
  }

  @Query(() => SessionConnectionType, {
    description: 'Your live sessions, the last used first, page by page. REST: GET /auth/sessions.',
  })
  async sessions(
    @Arg('first', () => Int, {
      nullable: true,
      description: `How many: 1 to ${sessionPageSize.atMost}, by default ${sessionPageSize.byDefault}.`,
    })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: 'A cursor: the page begins behind it.' })
    after: string | null | undefined,
    @Ctx() { client }: Context,
  ): Promise<SessionConnectionType> {
    const page = await this.account.sessions({ first, after }, client);
    return toSessionConnectionType(page, { isFirst: after === null || after === undefined });
  }

  @Mutation(() => LogoutPayload, {
    description:
      'Ends this session, the others, or all. Without a valid access token the refresh cookie says which session is this one. REST: POST /auth/logout.',
  })
  @UseMiddleware(refusalsAsData)
  async logout(
    @Arg('input', () => LogoutInput, {
      defaultValue: { sessions: SessionsToEnd.CURRENT },
      description: 'What to end.',
    })
    input: LogoutInput,
    @Ctx() { client, clearRefreshCookie }: Context,
  ): Promise<LogoutPayload> {
    const { ended, current } = await this.account.logout(input, client);
    if (current) clearRefreshCookie();
    return { success: true, msg: outcomes.loggedOut, error: null, result: { ended } };
  }

  @Mutation(() => RevokeSessionPayload, { description: 'Ends one of your sessions. REST: DELETE /auth/sessions/{id}.' })
  @UseMiddleware(refusalsAsData)
  async revokeSession(
    @Arg('input', () => RevokeSessionInput, { description: 'Which one.' }) input: RevokeSessionInput,
    @Ctx() { client }: Context,
  ): Promise<RevokeSessionPayload> {
    await this.account.revokeSession(input, client);
    return { success: true, msg: outcomes.sessionEnded, error: null };
  }
}
