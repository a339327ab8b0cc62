import { Ctx, Field, Float, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { linkTexts } from '../../platform/errors/identity-link';
import { challengeTexts } from '../../platform/errors/login-challenge';
import { DateTime } from '../../platform/graphql/date-time';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { IdentityLinkType } from '../../platform/graphql/identity-link.type';
import { InputOf, inputEnum } from '../../platform/graphql/input-type';
import { LoginChallengeType } from '../../platform/graphql/login-challenge.type';
import { options } from '../../platform/graphql/operation-options';
import type { Operation } from '../../platform/operations/define-operation';
import type { User } from '../users/user';
import { UserType } from '../users/user.graphql';
import { refreshTokenPlaces } from './auth.inputs';
import { login, refresh, register } from './auth.operations';
import type { AuthService } from './auth.service';
import { afterUnauthenticated, refreshDescription, tokenDescriptions } from './descriptions';
import type { Login, Tokens } from './session-opener';

inputEnum('RefreshTokenIn', 'Where a response puts the refresh token.', refreshTokenPlaces);

@ObjectType({ implements: EnvelopeType, description: 'The answer to `register`.' })
class RegisterPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The new user. ${resultDescription}` })
  result!: User | null;
}

@ObjectType({ description: 'The tokens that `refresh` and `stepUp` return.' })
class RefreshResult {
  @Field(() => String, { description: tokenDescriptions.jwt })
  jwt!: string;

  @Field(() => Float, { description: tokenDescriptions.genTs })
  genTs!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The refresh token, an opaque text. The client exchanges it once for new tokens with `refresh`. Null if the refresh token is in the cookie, or if it does not change (`stepUp`).',
  })
  refreshToken!: string | null;

  @Field(() => Int, { description: tokenDescriptions.expiresIn })
  expiresIn!: number;
}

@ObjectType({ description: 'The tokens and the user that `login` returns.' })
class LoginResult extends RefreshResult {
  @Field(() => UserType, {
    description: 'The user who logged in. `lastLoginTs` is the time of the login before this one.',
  })
  user!: User;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `refresh` and to `stepUp`.' })
export class RefreshPayload extends EnvelopeType {
  @Field(() => RefreshResult, { nullable: true, description: `The new tokens. ${resultDescription}` })
  result!: RefreshResult | null;

  @Field(() => DateTime, { description: tokenDescriptions.genAt })
  genAt!: Date;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `login`.' })
export class LoginPayload extends EnvelopeType {
  @Field(() => LoginResult, { nullable: true, description: `The tokens and the user. ${resultDescription}` })
  result!: LoginResult | null;

  @Field(() => LoginChallengeType, { nullable: true, description: challengeTexts.challenge })
  challenge!: LoginChallengeType | null;

  @Field(() => IdentityLinkType, { nullable: true, description: linkTexts.link })
  link!: IdentityLinkType | null;

  @Field(() => DateTime, { description: tokenDescriptions.genAt })
  genAt!: Date;
}

@Resolver()
export class AuthResolver {
  constructor(private readonly auth: AuthService) {}

  @Mutation(
    () => RegisterPayload,
    options(register, { more: 'A registration opens no session: the client calls `login` next.' }),
  )
  async register(@InputOf(register) input: object, @Ctx() { request }: GraphqlContext): Promise<RegisterPayload> {
    const user = await this.auth.register(input, request);
    return { success: true, msg: register.message, error: null, result: user };
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

  @Mutation(() => RefreshPayload, options(refresh, { more: refreshDescription, after: afterUnauthenticated.refresh }))
  async refresh(@InputOf(refresh) input: object, @Ctx() context: GraphqlContext): Promise<RefreshPayload> {
    return toRefreshPayload(refresh, await this.auth.refresh(input, context.request), context);
  }
}

export function toLoginPayload({ user, ...tokens }: Login, context: GraphqlContext): LoginPayload {
  return {
    success: true,
    msg: login.message,
    error: null,
    result: { ...toRefreshResult(tokens, context), user },
    challenge: null,
    link: null,
    genAt: tokens.issuedAt,
  };
}

/** What the resolver of an operation that returns new tokens returns. */
export const toRefreshPayload = ({ message }: Operation, tokens: Tokens, context: GraphqlContext): RefreshPayload => ({
  success: true,
  msg: message,
  error: null,
  result: toRefreshResult(tokens, context),
  genAt: tokens.issuedAt,
});

/** Puts the refresh token into the response or into the cookie, as the client asked. */
function toRefreshResult(tokens: Tokens, context: GraphqlContext): RefreshResult {
  const { jwt, refreshToken, refreshTokenIn, expiresInS, issuedAt, sessionExpiresTs } = tokens;
  const inCookie = refreshTokenIn === 'cookie';
  if (inCookie && refreshToken !== null) context.setRefreshCookie(refreshToken, sessionExpiresTs);
  const genTs = issuedAt.getTime() / 1000;
  return { jwt, genTs, refreshToken: inCookie ? null : refreshToken, expiresIn: expiresInS };
}
