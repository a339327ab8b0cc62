import { Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { FieldOf, InputOf, inputEnum } from '../../platform/graphql/input-type';
import { nextPage, options } from '../../platform/graphql/operation-options';
import { SessionConnectionType, toSessionConnectionType } from '../sessions/session.graphql';
import { sessionGroups } from '../sessions/session.inputs';
import { type ReadableUser, toReadableUser, UserType } from '../users/user.graphql';
import { logout, me, revokeSession, sessions } from './account.operations';
import type { AccountService } from './account.service';
import { endedDescription } from './descriptions';

inputEnum('SessionsToEnd', 'Which sessions a logout ends.', sessionGroups);

@ObjectType({ description: 'What `logout` did.' })
export class LogoutResult {
  @Field(() => Int, { description: endedDescription })
  ended!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `logout`.' })
export class LogoutPayload extends EnvelopeType {
  @Field(() => LogoutResult, { nullable: true, description: `What the logout did. ${resultDescription}` })
  result!: LogoutResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `revokeSession`. It has no result.' })
export class RevokeSessionPayload extends EnvelopeType {}

@Resolver()
export class AccountResolver {
  constructor(private readonly account: AccountService) {}

  @Query(
    () => UserType,
    options(me, { after: 'After `UNAUTHENTICATED` the client refreshes its tokens and tries again.' }),
  )
  async me(@Ctx() { request }: GraphqlContext): Promise<ReadableUser> {
    const { user, scopes } = await this.account.me(request);
    return toReadableUser(user, scopes);
  }

  @Query(() => SessionConnectionType, options(sessions, { more: nextPage }))
  async sessions(
    @FieldOf(sessions, 'first')
    first: number | null | undefined,
    @FieldOf(sessions, 'after')
    after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<SessionConnectionType> {
    const page = await this.account.sessions({ first, after }, request);
    return toSessionConnectionType(page, { isFirst: after === null || after === undefined });
  }

  @Mutation(
    () => LogoutPayload,
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
  ): Promise<LogoutPayload> {
    const { ended, current } = await this.account.logout(input, request);
    if (current) clearRefreshCookie();
    return { success: true, msg: logout.message, error: null, result: { ended } };
  }

  @Mutation(() => RevokeSessionPayload, options(revokeSession))
  async revokeSession(
    @InputOf(revokeSession, 'The session to end.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RevokeSessionPayload> {
    await this.account.revokeSession(input, request);
    return { success: true, msg: revokeSession.message, error: null };
  }
}
