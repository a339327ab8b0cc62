import { Arg, Ctx, Extensions, Mutation, Resolver } from 'type-graphql';
import type { AuthService } from '../auth/auth.service';
import { operationDescriptions, refreshDescription } from '../auth/descriptions';
import type { Login, Tokens } from '../auth/session-opener';
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
import { errorList, onceInDocument, paragraphs } from './input-text';
import { toUserType } from './user.type';

@Resolver()
export class AuthResolver {
  constructor(private readonly auth: AuthService) {}

  @Mutation(() => RegisterPayload, {
    description: paragraphs(
      operationDescriptions.register,
      'A registration opens no session: the client calls `login` next.',
      'The payload can have these errors:',
      errorList('register'),
      onceInDocument,
      'REST: `POST /auth/register`.',
    ),
  })
  @Extensions(credential)
  async register(
    @Arg('input', () => RegisterInput, { description: 'The account to create.' }) input: RegisterInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RegisterPayload> {
    const user = await this.auth.register(input, request);
    return { success: true, msg: successMessages.registered, error: null, result: toUserType(user) };
  }

  @Mutation(() => LoginPayload, {
    description: paragraphs(
      'Logs a user in with e-mail address and password, opens a session and returns its tokens. Anyone can call this operation, without an access token.',
      'The client sends the access token (`jwt`) with each request. Before the access token expires, the client calls `refresh` with the refresh token.',
      'The payload can have these errors:',
      errorList('login'),
      onceInDocument,
      'REST: `POST /auth/login`.',
    ),
  })
  @Extensions(credential)
  async login(
    @Arg('input', () => LoginInput, { description: 'The credentials of the account.' }) input: LoginInput,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(await this.auth.login({ ...input, scope: 'offline_access' }, context.request), context);
  }

  @Mutation(() => RefreshPayload, {
    description: paragraphs(
      'Exchanges a refresh token for a new access token and the next refresh token. The caller needs a refresh token, in the input or in the cookie, but no access token.',
      refreshDescription,
      'The payload can have these errors:',
      errorList('refresh'),
      'After `UNAUTHENTICATED` the user has to log in again.',
      onceInDocument,
      'REST: `POST /auth/refresh`.',
    ),
  })
  @Extensions(credential)
  async refresh(
    @Arg('input', () => RefreshInput, {
      description: 'The refresh token to exchange, or an empty object if the refresh token is in the cookie.',
    })
    input: RefreshInput,
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

export function toLoginPayload({ user, ...tokens }: Login, context: GraphqlContext): LoginPayload {
  return {
    success: true,
    msg: successMessages.loggedIn,
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
