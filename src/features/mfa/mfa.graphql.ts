import { Ctx, Field, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { LoginPayload, toLoginPayload } from '../auth/auth.graphql';
import { PasskeyType, toPasskeyType } from '../passkeys/passkey.graphql';
import { factorTexts, recoveryCodesText, renewedJwtText, totpTexts } from './descriptions';
import type { FactorsService } from './factors.service';
import type { LoginCompletionService } from './login-completion.service';
import {
  completeLogin,
  confirmTotp,
  enrollTotp,
  factors,
  regenerateRecoveryCodes,
  removeTotp,
  setTwoStep,
} from './mfa.operations';

@ObjectType('Factors', { description: 'The second factors of a user.' })
export class FactorsType {
  @Field(() => Boolean, { description: factorTexts.twoStep })
  twoStep!: boolean;

  @Field(() => Boolean, { description: factorTexts.totp })
  totp!: boolean;

  @Field(() => [PasskeyType], { description: factorTexts.passkeys })
  passkeys!: PasskeyType[];

  @Field(() => Int, { description: factorTexts.recoveryCodes })
  recoveryCodes!: number;
}

@ObjectType({ description: 'The secret for an authenticator app.' })
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

@ObjectType({ description: 'What a user gets with a new authenticator app.' })
export class ConfirmTotpResult {
  @Field(() => String, { description: renewedJwtText })
  jwt!: string;

  @Field(() => [String], { description: recoveryCodesText })
  recoveryCodes!: string[];
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `confirmTotp`.' })
export class ConfirmTotpPayload extends EnvelopeType {
  @Field(() => ConfirmTotpResult, {
    nullable: true,
    description: `The access token and the recovery codes. ${resultDescription}`,
  })
  result!: ConfirmTotpResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `removeTotp`. It has no result.' })
export class RemoveTotpPayload extends EnvelopeType {}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `regenerateRecoveryCodes`.' })
export class RegenerateRecoveryCodesPayload extends EnvelopeType {
  @Field(() => RecoveryCodesResult, { nullable: true, description: `The recovery codes. ${resultDescription}` })
  result!: RecoveryCodesResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `setTwoStep`.' })
export class SetTwoStepPayload extends EnvelopeType {
  @Field(() => RecoveryCodesResult, { nullable: true, description: `The recovery codes. ${resultDescription}` })
  result!: RecoveryCodesResult | null;
}

export const callerErrors =
  '`UNAUTHENTICATED` and `STEP_UP_REQUIRED` are in `errors`, and the payload is null. All other errors are in the payload.';

@Resolver()
export class MfaResolver {
  constructor(
    private readonly service: FactorsService,
    private readonly completion: LoginCompletionService,
  ) {}

  @Mutation(() => LoginPayload, options(completeLogin))
  async completeLogin(
    @InputOf(completeLogin, 'The challenge, and the second factor.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(await this.completion.complete(input, context.request), context);
  }

  @Query(() => FactorsType, options(factors))
  async factors(@Ctx() { request }: GraphqlContext): Promise<FactorsType> {
    const { twoStep, totp, passkeys, recoveryCodes } = await this.service.factors(request);
    return { twoStep, totp, passkeys: passkeys.map(toPasskeyType), recoveryCodes };
  }

  @Mutation(() => EnrollTotpPayload, options(enrollTotp))
  async enrollTotp(
    @InputOf(enrollTotp, 'The current password, or the token of a challenge.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<EnrollTotpPayload> {
    const { secret, uri } = await this.service.enrollTotp(input, request);
    return { success: true, msg: enrollTotp.message, error: null, result: { secret, uri } };
  }

  @Mutation(() => ConfirmTotpPayload, options(confirmTotp))
  async confirmTotp(
    @InputOf(confirmTotp, 'A code of the authenticator app.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmTotpPayload> {
    const { jwt, recoveryCodes } = await this.service.confirmTotp(input, request);
    return { success: true, msg: confirmTotp.message, error: null, result: { jwt, recoveryCodes } };
  }

  @Mutation(() => RemoveTotpPayload, options(removeTotp))
  async removeTotp(@Ctx() { request }: GraphqlContext): Promise<RemoveTotpPayload> {
    await this.service.removeTotp(request);
    return { success: true, msg: removeTotp.message, error: null };
  }

  @Mutation(() => RegenerateRecoveryCodesPayload, options(regenerateRecoveryCodes))
  async regenerateRecoveryCodes(@Ctx() { request }: GraphqlContext): Promise<RegenerateRecoveryCodesPayload> {
    const { recoveryCodes } = await this.service.regenerateRecoveryCodes(request);
    return { success: true, msg: regenerateRecoveryCodes.message, error: null, result: { recoveryCodes } };
  }

  @Mutation(() => SetTwoStepPayload, options(setTwoStep))
  async setTwoStep(
    @InputOf(setTwoStep, 'Whether two-step sign-in is on.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<SetTwoStepPayload> {
    const { recoveryCodes } = await this.service.setTwoStep(input, request);
    return { success: true, msg: setTwoStep.message, error: null, result: { recoveryCodes } };
  }
}
