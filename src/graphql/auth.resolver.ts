import { Arg, Ctx, Extensions, Mutation, Resolver, UseMiddleware } from 'type-graphql';
import type { AuthService, Tokens } from '../auth/auth.service';
import { outcomes } from '../outcomes';
import {
  LoginInput,
  LoginPayload,
  RefreshInput,
  RefreshPayload,
  type RefreshResult,
  RegisterInput,
  RegisterPayload,
} from './auth.types';
import type { Context } from './context';
import { credential } from './document-limits';
import { refusalsAsData } from './refusals-as-data';
import { toUserType } from './user.type';

@Resolver()
export class AuthResolver {
  constructor(private readonly auth: AuthService) {}

  @Mutation(() => RegisterPayload, { description: 'Creates an account. REST: POST /auth/register.' })
  @UseMiddleware(refusalsAsData)
  @Extensions(credential)
  async register(
    @Arg('input', () => RegisterInput, { description: 'The new account.' }) input: RegisterInput,
    @Ctx() { client }: Context,
  ): Promise<RegisterPayload> {
    const user = await this.auth.register(input, client);
    return { success: true, msg: outcomes.registered, error: null, result: toUserType(user) };
  }

  @Mutation(() => LoginPayload, { description: 'Logs in and generates a JWT. REST: POST /auth/login.' })
  @UseMiddleware(refusalsAsData)
  @Extensions(credential)
  async login(
    @Arg('input', () => LoginInput, { description: 'The credentials.' }) input: LoginInput,
    @Ctx() context: Context,
  ): Promise<LoginPayload> {
    const { user, ...tokens } = await this.auth.login({ ...input, scope: 'offline_access' }, context.client);
    return {
      success: true,
      msg: outcomes.loggedIn,
      error: null,
      result: { ...toRefreshResult(tokens, context), user: toUserType(user) },
      genAt: tokens.issuedAt,
    };
  }

  @Mutation(() => RefreshPayload, {
    description: 'Exchanges a refresh token for new tokens. REST: POST /auth/refresh.',
  })
  @UseMiddleware(refusalsAsData)
  @Extensions(credential)
  async refresh(
    @Arg('input', () => RefreshInput, { description: 'The refresh token.' }) input: RefreshInput,
    @Ctx() context: Context,
  ): Promise<RefreshPayload> {
    const tokens = await this.auth.refresh(input, context.client);
    return {
      success: true,
      msg: outcomes.refreshed,
      error: null,
      result: toRefreshResult(tokens, context),
      genAt: tokens.issuedAt,
    };
  }
}

/** Puts the refresh token where it was asked for. */
function toRefreshResult(tokens: Tokens, context: Context): RefreshResult {
  const { jwt, refreshToken, refreshTokenIn, expiresInS, issuedAt, sessionExpiresTs } = tokens;
  const inCookie = refreshTokenIn === 'cookie';
  if (inCookie && refreshToken !== null) context.setRefreshCookie(refreshToken, sessionExpiresTs);
  const genTs = issuedAt.getTime() / 1000;
  return { jwt, genTs, refreshToken: inCookie ? null : refreshToken, expiresIn: expiresInS };
}
