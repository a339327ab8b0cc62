import { Ctx, Mutation, Resolver } from 'type-graphql';
import { login, refresh, register } from '../features/auth/auth.operations';
import type { AuthService } from '../features/auth/auth.service';
import { refreshDescription } from '../features/auth/descriptions';
import type { Login, Tokens } from '../features/auth/session-opener';
import { LoginPayload, RefreshPayload, type RefreshResult, RegisterPayload } from './auth.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';
import { toUserType } from './user.type';

@Resolver()
export class AuthResolver {
  constructor(private readonly auth: AuthService) {}

  @Mutation(
    () => RegisterPayload,
    options(register, { more: 'A registration opens no session: the client calls `login` next.' }),
  )
  async register(
    @InputOf(register, 'The account to create.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RegisterPayload> {
    const user = await this.auth.register(input, request);
    return { success: true, msg: register.message, error: null, result: toUserType(user) };
  }

  @Mutation(
    () => LoginPayload,
    options(login, {
      more: 'The client sends the access token (`jwt`) with each request. Before the access token expires, the client calls `refresh` with the refresh token.',
    }),
  )
  async login(
    @InputOf(login, 'The credentials of the account.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(await this.auth.login({ ...input, scope: 'offline_access' }, context.request), context);
  }

  @Mutation(
    () => RefreshPayload,
    options(refresh, { more: refreshDescription, after: 'After `UNAUTHENTICATED` the user has to log in again.' }),
  )
  async refresh(
    @InputOf(refresh, 'The refresh token to exchange, or an empty object if the refresh token is in the cookie.')
    input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<RefreshPayload> {
    const tokens = await this.auth.refresh(input, context.request);
    return {
      success: true,
      msg: refresh.message,
      error: null,
      result: toRefreshResult(tokens, context),
      genAt: tokens.issuedAt,
    };
  }
}

export function toLoginPayload({ user, ...tokens }: Login, context: GraphqlContext): LoginPayload {
  return {
    success: true,
    msg: login.message,
    error: null,
    result: { ...toRefreshResult(tokens, context), user: toUserType(user) },
    challenge: null,
    genAt: tokens.issuedAt,
  };
}

/** Puts the refresh token into the response or into the cookie, as the client asked. */
export function toRefreshResult(tokens: Tokens, context: GraphqlContext): RefreshResult {
  const { jwt, refreshToken, refreshTokenIn, expiresInS, issuedAt, sessionExpiresTs } = tokens;
  const inCookie = refreshTokenIn === 'cookie';
  if (inCookie && refreshToken !== null) context.setRefreshCookie(refreshToken, sessionExpiresTs);
  const genTs = issuedAt.getTime() / 1000;
  return { jwt, genTs, refreshToken: inCookie ? null : refreshToken, expiresIn: expiresInS };
}
