import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { challengeTexts, factorNames, type LoginChallenge } from '../errors/login-challenge';

export enum Factor {
  TOTP = 'totp',
  PASSKEY = 'passkey',
  RECOVERY_CODE = 'recovery_code',
}
registerEnumType(Factor, {
  name: 'Factor',
  description: 'What a user can use as a second factor.',
  valuesConfig: {
    TOTP: { description: factorNames.totp },
    PASSKEY: { description: factorNames.passkey },
    RECOVERY_CODE: { description: factorNames.recovery_code },
  },
});

@ObjectType('LoginChallenge', { description: 'How the client completes a login with a second factor.' })
export class LoginChallengeType {
  @Field(() => String, { description: challengeTexts.token })
  token!: string;

  @Field(() => [Factor], { description: challengeTexts.factors })
  factors!: readonly Factor[];

  @Field(() => GraphQLJSONObject, { nullable: true, description: challengeTexts.passkeyOptions })
  passkeyOptions!: object | null;

  @Field(() => Int, { description: challengeTexts.expiresIn })
  expiresIn!: number;
}

export function toLoginChallengeType(challenge: LoginChallenge): LoginChallengeType {
  return {
    token: challenge.token,
    factors: challenge.factors.map((factor) => factor as Factor),
    passkeyOptions: challenge.passkeyOptions,
    expiresIn: challenge.expiresInS,
  };
}
