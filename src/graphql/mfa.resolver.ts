import { Ctx, Mutation, Query, Resolver } from 'type-graphql';
import type { FactorsService } from '../features/mfa/factors.service';
import type { LoginCompletionService } from '../features/mfa/login-completion.service';
import {
  completeLogin,
  confirmTotp,
  enrollTotp,
  factors,
  regenerateRecoveryCodes,
  removeTotp,
} from '../features/mfa/mfa.operations';
import { toLoginPayload } from './auth.resolver';
import { LoginPayload } from './auth.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import {
  ConfirmTotpPayload,
  EnrollTotpPayload,
  FactorsType,
  RegenerateRecoveryCodesPayload,
  RemoveTotpPayload,
} from './mfa.types';
import { options } from './operation-options';
import { toPasskeyType } from './passkey.type';

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
    const { totp, passkeys, recoveryCodes } = await this.service.factors(request);
    return { totp, passkeys: passkeys.map(toPasskeyType), recoveryCodes };
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
    @InputOf(confirmTotp, 'A code of the authenticator application.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmTotpPayload> {
    const { recoveryCodes } = await this.service.confirmTotp(input, request);
    return { success: true, msg: confirmTotp.message, error: null, result: { recoveryCodes } };
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
}
