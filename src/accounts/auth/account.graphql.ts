import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import { answered, connectionOf, payloadOf, typeOfAnswer } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf, inputEnum } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { sessionGroups } from '../sessions/session.inputs';
import { type ReadableUser, toReadableUser, UserType } from '../users/user.graphql';
import { logout, me, revokeSession, sessions } from './account.operations';
import type { AccountService } from './account.service';
import { afterUnauthenticated } from './descriptions';

inputEnum('SessionsToEnd', 'Which sessions a logout ends.', sessionGroups);

@Resolver()
export class AccountResolver {
  constructor(private readonly account: AccountService) {}

  @Query(() => UserType, options(me, { after: afterUnauthenticated.me }))
  async me(@Ctx() { request }: GraphqlContext): Promise<ReadableUser> {
    const { user, scopes } = await this.account.me(request);
    return toReadableUser(user, scopes);
  }

  @Query(typeOfAnswer(sessions), options(sessions))
  async sessions(
    @FieldOf(sessions, 'first') first: number | null | undefined,
    @FieldOf(sessions, 'after') after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ) {
    return connectionOf(sessions, await this.account.sessions({ first, after }, request), after);
  }

  @Mutation(
    payloadOf(logout),
    options(logout, {
      more: 'Gatehouse rejects the tokens of an ended session. The response deletes the refresh cookie if the session of this request ended. If the session of the refresh token has already ended, a logout with `CURRENT` succeeds and ends no session.',
    }),
  )
  async logout(
    @InputOf(logout, 'The sessions to end. Without this argument, only the session of this request ends.', {
      sessions: 'current',
    })
    input: object,
    @Ctx() { request, clearRefreshCookie }: GraphqlContext,
  ) {
    const done = await this.account.logout(input, request);
    if (done.current) clearRefreshCookie();
    return answered(logout, done);
  }

  @Mutation(payloadOf(revokeSession), options(revokeSession))
  async revokeSession(
    @InputOf(revokeSession, 'The session to end.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(revokeSession, await this.account.revokeSession(input, request));
  }
}
