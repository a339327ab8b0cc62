import { Field, Float, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { loginTexts, refreshTexts, refreshTokenPlaces, registerTexts, tokenDescriptions } from '../auth/descriptions';
import { challengeTexts } from '../mfa/descriptions';
import { DateTime } from './date-time';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';
import { LoginChallengeType } from './mfa.types';
import { UserType } from './user.type';

@InputType({ description: 'The account that `register` creates.' })
export class RegisterInput {
  @Field(() => String, { description: inputText(registerTexts.email) })
  email!: string;

  @Field(() => String, { description: inputText(registerTexts.firstName) })
  firstName!: string;

  @Field(() => String, { description: inputText(registerTexts.lastName) })
  lastName!: string;

  @Field(() => String, { description: inputText(registerTexts.password) })
  password!: string;

  @Field(() => String, { nullable: true, description: inputText(registerTexts.tel) })
  tel?: string | null;
}

export enum RefreshTokenIn {
  BODY = 'body',
  COOKIE = 'cookie',
}
registerEnumType(RefreshTokenIn, {
  name: 'RefreshTokenIn',
  description: 'Where a response puts the refresh token.',
  valuesConfig: {
    BODY: { description: refreshTokenPlaces.body },
    COOKIE: { description: refreshTokenPlaces.cookie },
  },
});

@InputType({ description: 'The credentials of an account, for `login`.' })
export class LoginInput {
  @Field(() => String, { description: inputText(loginTexts.email) })
  email!: string;

  @Field(() => String, { description: inputText(loginTexts.password) })
  password!: string;

  @Field(() => String, { nullable: true, description: inputText(loginTexts.code) })
  code?: string | null;

  @Field(() => RefreshTokenIn, {
    defaultValue: RefreshTokenIn.BODY,
    description: inputText(loginTexts.refreshTokenIn, RefreshTokenIn),
  })
  refreshTokenIn!: RefreshTokenIn;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `register`.' })
export class RegisterPayload extends EnvelopeType {
  @Field(() => UserType, { nullable: true, description: `The new user. ${resultDescription}` })
  result!: UserType | null;
}

@InputType({ description: 'The refresh token that `refresh` exchanges.' })
export class RefreshInput {
  @Field(() => String, { nullable: true, description: inputText(refreshTexts.refreshToken) })
  refreshToken?: string | null;

  @Field(() => RefreshTokenIn, { nullable: true, description: inputText(refreshTexts.refreshTokenIn, RefreshTokenIn) })
  refreshTokenIn?: RefreshTokenIn;
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
