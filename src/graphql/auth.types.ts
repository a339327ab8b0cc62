import { Field, Float, Int, ObjectType } from 'type-graphql';
import { refreshTokenPlaces } from '../features/auth/auth.inputs';
import { tokenDescriptions } from '../features/auth/descriptions';
import { challengeTexts } from '../features/mfa/descriptions';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputEnum } from './input-type';
import { LoginChallengeType } from './mfa.types';
import { UserType } from './user.type';

inputEnum('RefreshTokenIn', 'Where a response puts the refresh token.', refreshTokenPlaces);

@ObjectType({ implements: EnvelopeType, description: 'The answer to `register`.' })
export class RegisterPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The new user. ${resultDescription}` })
  result!: UserType | null;
}

@ObjectType({ description: 'The tokens that `refresh` and `stepUp` return.' })
export class RefreshResult {
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
export class LoginResult extends RefreshResult {
  @Field(() => UserType, {
    description: 'The user who logged in. `lastLoginTs` is the time of the login before this one.',
  })
  user!: UserType;
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

  @Field(() => DateTime, { description: tokenDescriptions.genAt })
  genAt!: Date;
}
