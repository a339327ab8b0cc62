import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Int, ObjectType, registerEnumType } from 'type-graphql';
import { challengeTexts, factorNames, factorTexts, recoveryCodesText, totpTexts } from '../features/mfa/descriptions';
import type { LoginChallenge } from '../platform/errors/app-error';
import { EnvelopeType, resultDescription } from './envelope.type';
import { PasskeyType } from './passkey.type';

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

@ObjectType('Factors', { description: 'The second factors of a user.' })
export class FactorsType {
  @Field(() => Boolean, { description: factorTexts.totp })
  totp!: boolean;

  @Field(() => [PasskeyType], { description: factorTexts.passkeys })
  passkeys!: PasskeyType[];

  @Field(() => Int, { description: factorTexts.recoveryCodes })
  recoveryCodes!: number;
}

@ObjectType({ description: 'The secret for an authenticator application.' })
export class EnrollTotpResult {
  @Field(() => String, { description: totpTexts.secret })
  secret!: string;

  @Field(() => String, { description: totpTexts.uri })
  uri!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `enrollTotp`.' })
export class EnrollTotpPayload extends EnvelopeType {
  @Field(() => EnrollTotpResult, { nullable: true, description: `The secret. ${resultDescription}` })
  result!: EnrollTotpResult | null;
}

@ObjectType({ description: 'The recovery codes of a user.' })
export class RecoveryCodesResult {
  @Field(() => [String], { description: recoveryCodesText })
  recoveryCodes!: string[];
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmTotp`.' })
export class ConfirmTotpPayload extends EnvelopeType {
  @Field(() => RecoveryCodesResult, { nullable: true, description: `The recovery codes. ${resultDescription}` })
  result!: RecoveryCodesResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `removeTotp`. It has no result.' })
export class RemoveTotpPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `regenerateRecoveryCodes`.' })
export class RegenerateRecoveryCodesPayload extends EnvelopeType {
  @Field(() => RecoveryCodesResult, { nullable: true, description: `The recovery codes. ${resultDescription}` })
  result!: RecoveryCodesResult | null;
}
