import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import type { AuthService, Tokens } from '../auth/auth.service';
import { successMessages } from '../request/success-messages';
import {
  LoginInput,
  LoginPayload,
  RefreshInput,
  RefreshPayload,
  type RefreshResult,
  RegisterInput,
  RegisterPayload,
} from './auth.types';
import { credential } from './document-limits';
import type { GraphqlContext } from './graphql-context';
import { toUserType } from './user.type';

@Resolver()
export class AuthResolver {
  constructor(private readonly auth: AuthService) {}

  @Mutation(() => RegisterPayload, { description: 'Creates an account. REST: POST /auth/register.' })
  @Extensions(credential)
  async register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: RegisterInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RegisterPayload> {
    const user = await this.auth.register(input, request);
    return { success: true, msg: successMessages.registered, error: null, result: toUserType(user) };
  }

  @Mutation(() => LoginPayload, { description: 'Logs in and generates a JWT. REST: POST /auth/login.' })
  @Extensions(credential)
  async login(
    @Arg('input', () => LoginInput, { description: 'The credentials.' }) input: LoginInput,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    const { user, ...tokens } = await this.auth.login({ ...input, scope: 'offline_access' }, context.request);
    return {
      success: true,
      msg: successMessages.loggedIn,
      error: null,
      result: { ...toRefreshResult(tokens, context), user: toUserType(user) },
      genAt: tokens.issuedAt,
    };
  }

  @Mutation(() => RefreshPayload, {
    description: 'Exchanges a refresh token for new tokens. REST: POST /auth/refresh.',
  })
  @Extensions(credential)
  async refresh(
    @Arg('input', () => RefreshInput, { description: 'The refresh token.' }) input: RefreshInput,
    @Ctx() context: GraphqlContext,
  ): Promise<RefreshPayload> {
    const tokens = await this.auth.refresh(input, context.request);
    return {
      success: true,
      msg: successMessages.refreshed,
      error: null,
      result: toRefreshResult(tokens, context),
      genAt: tokens.issuedAt,
    };
  }
}

/** Puts the refresh token into the response or into the cookie, as the client asked. */
function toRefreshResult(tokens: Tokens, context: GraphqlContext): RefreshResult {
  const { jwt, refreshToken, refreshTokenIn, expiresInS, issuedAt, sessionExpiresTs } = tokens;
  const inCookie = refreshTokenIn === 'cookie';
  if (inCookie && refreshToken !== null) context.setRefreshCookie(refreshToken, sessionExpiresTs);
  const genTs = issuedAt.getTime() / 1000;
  return { jwt, genTs, refreshToken: inCookie ? null : refreshToken, expiresIn: expiresInS };
}
