import { Arg, Ctx, Directive, Extensions, Int, Mutation, Query, Resolver } from 'type-graphql';
import type { AccountService } from '../auth/account.service';
import { operationDescriptions } from '../auth/descriptions';
import { successMessages } from '../request/success-messages';
import { sessionsTexts } from '../sessions/descriptions';
import { LogoutInput, LogoutPayload, RevokeSessionInput, RevokeSessionPayload, SessionsToEnd } from './account.types';
import { refreshCookieAccepted } from './errors-as-payload';
import type { GraphqlContext } from './graphql-context';
import { errorList, inputText, paragraphs } from './input-text';
import { SessionConnectionType, toSessionConnectionType } from './session.type';
import { toUserType, UserType } from './user.type';

@Resolver()
export class AccountResolver {
  constructor(private readonly account: AccountService) {}

  @Query(() => UserType, {
    nullable: true,
    description: paragraphs(
      operationDescriptions.me,
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('me'),
      'After `UNAUTHENTICATED` the client refreshes its tokens and tries again.',
      'REST: `GET /auth/me`.',
    ),
  })
  @Directive('@authenticated')
  async me(@Ctx() { request }: GraphqlContext): Promise<UserType> {
    return toUserType(await this.account.me(request));
  }

  @Query(() => SessionConnectionType, {
    nullable: true,
    description: paragraphs(
      operationDescriptions.sessions,
      'For the next page, the client sends `pageInfo.endCursor` as `after`, as long as `pageInfo.hasNextPage` is true.',
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('sessions'),
      'REST: `GET /auth/sessions`.',
    ),
  })
  @Directive('@authenticated')
  async sessions(
    @Arg('first', () => Int, {
      nullable: true,
      description: inputText(sessionsTexts.first),
    })
    first: number | null | undefined,
    @Arg('after', () => String, { nullable: true, description: inputText(sessionsTexts.after) })
    after: string | null | undefined,
    @Ctx() { request }: GraphqlContext,
  ): Promise<SessionConnectionType> {
    const page = await this.account.sessions({ first, after }, request);
    return toSessionConnectionType(page, { isFirst: after === null || after === undefined });
  }

  @Mutation(() => LogoutPayload, {
    nullable: true,
    description: paragraphs(
      operationDescriptions.logout,
      'Gatehouse rejects the tokens of an ended session. The response deletes the refresh cookie if the session of this request ended. If the session of the cookie has already ended, a logout with `CURRENT` succeeds and ends no session.',
      'The operation can return these errors:',
      errorList('logout'),
      '`VALIDATION_FAILED` is in `errors`. Without the refresh cookie, `UNAUTHENTICATED` is also in `errors`, and the payload is null. All other errors are in the payload.',
      'REST: `POST /auth/logout`.',
    ),
  })
  @Extensions(refreshCookieAccepted)
  async logout(
    @Arg('input', () => LogoutInput, {
      defaultValue: { sessions: SessionsToEnd.CURRENT },
      description: 'The sessions to end. Without this argument, only the session of this request ends.',
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
    description: paragraphs(
      operationDescriptions.revokeSession,
      'The operation can return these errors:',
      errorList('revokeSession'),
      '`UNAUTHENTICATED` is in `errors`, and the payload is null. All other errors are in the payload.',
      'REST: `DELETE /auth/sessions/{id}`.',
    ),
  })
  @Directive('@authenticated')
  async revokeSession(
    @Arg('input', () => RevokeSessionInput, { description: 'The session to end.' }) input: RevokeSessionInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RevokeSessionPayload> {
    await this.account.revokeSession(input, request);
    return { success: true, msg: successMessages.sessionEnded, error: null };
  }
}
