import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { type ChallengeFactor, challengeTexts, factorNames, type LoginChallenge } from '../errors/login-challenge';
import { enumOf } from './input-type';

const Factor = enumOf('Factor', 'What a user can use as a second factor.', factorNames);

@ObjectType('LoginChallenge', { description: 'How the client completes a login with a second factor.' })
export class LoginChallengeType {
  @Field(() => String, { description: challengeTexts.token })
  token!: string;

  @Field(() => [Factor], { description: challengeTexts.factors })
  factors!: readonly ChallengeFactor[];

  @Field(() => GraphQLJSONObject, { nullable: true, description: challengeTexts.passkeyOptions })
  passkeyOptions!: object | null;

  @Field(() => Int, { description: challengeTexts.expiresIn })
  expiresIn!: number;
}

export function toLoginChallengeType(challenge: LoginChallenge): LoginChallengeType {
  return {
    token: challenge.token,
    factors: challenge.factors,
    passkeyOptions: challenge.passkeyOptions,
    expiresIn: challenge.expiresInS,
  };
}
