import { Arg, Ctx, Directive, Extensions, Mutation, Query, Resolver } from 'type-graphql';
import { mfaOperations } from '../mfa/descriptions';
import type { FactorsService } from '../mfa/factors.service';
import type { LoginCompletionService } from '../mfa/login-completion.service';
import { successMessages } from '../request/success-messages';
import { toLoginPayload } from './auth.resolver';
import { LoginPayload } from './auth.types';
import { credential } from './document-limits';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';
import {
  CompleteLoginInput,
  ConfirmTotpInput,
  ConfirmTotpPayload,
  EnrollTotpInput,
  EnrollTotpPayload,
  FactorsType,
  RegenerateRecoveryCodesPayload,
  RemoveTotpPayload,
} from './mfa.types';
import { toPasskeyType } from './passkey.type';

export const callerErrors =
  '`UNAUTHENTICATED` and `STEP_UP_REQUIRED` are in `errors`, and the payload is null. All other errors are in the payload.';

@Resolver()
export class MfaResolver {
  constructor(
    private readonly service: FactorsService,
    private readonly completion: LoginCompletionService,
  ) {}

  @Mutation(() => LoginPayload, {
    description: paragraphs(
      mfaOperations.completeLogin,
      'The payload can have these errors:',
      errorList('completeLogin'),
      onceInDocument,
      'REST: `POST /auth/login/complete`.',
    ),
  })
  @Extensions(credential)
  async completeLogin(
    @Arg('input', () => CompleteLoginInput, { description: 'The challenge, and the second factor.' })
    input: CompleteLoginInput,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(await this.completion.complete(input, context.request), context);
  }

  @Query(() => FactorsType, {
    nullable: true,
    description: paragraphs(
      mfaOperations.factors,
      'If an error occurs, the field is null and `errors` has the error:',
      errorList('factors'),
      'REST: `GET /auth/factors`.',
    ),
  })
  @Directive('@authenticated')
  async factors(@Ctx() { request }: GraphqlContext): Promise<FactorsType> {
    const { totp, passkeys, recoveryCodes } = await this.service.factors(request);
    return { totp, passkeys: passkeys.map(toPasskeyType), recoveryCodes };
  }

  @Mutation(() => EnrollTotpPayload, {
    nullable: true,
    description: paragraphs(
      mfaOperations.enrollTotp,
      'The operation can return these errors:',
      errorList('enrollTotp'),
      callerErrors,
      onceInDocument,
      'REST: `POST /auth/totp`.',
    ),
  })
  @Extensions(credential)
  async enrollTotp(
    @Arg('input', () => EnrollTotpInput, { description: 'The current password, or the token of a challenge.' })
    input: EnrollTotpInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<EnrollTotpPayload> {
    const { secret, uri } = await this.service.enrollTotp(input, request);
    return { success: true, msg: successMessages.totpEnrolled, error: null, result: { secret, uri } };
  }

  @Mutation(() => ConfirmTotpPayload, {
    nullable: true,
    description: paragraphs(
      mfaOperations.confirmTotp,
      'The operation can return these errors:',
      errorList('confirmTotp'),
      callerErrors,
      onceInDocument,
      'REST: `POST /auth/totp/confirm`.',
    ),
  })
  @Extensions(credential)
  async confirmTotp(
    @Arg('input', () => ConfirmTotpInput, { description: 'A code of the authenticator application.' })
    input: ConfirmTotpInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<ConfirmTotpPayload> {
    const { recoveryCodes } = await this.service.confirmTotp(input, request);
    return { success: true, msg: successMessages.totpConfirmed, error: null, result: { recoveryCodes } };
  }

  @Mutation(() => RemoveTotpPayload, {
    nullable: true,
    description: paragraphs(
      mfaOperations.removeTotp,
      'The operation can return these errors:',
      errorList('removeTotp'),
      callerErrors,
      'REST: `DELETE /auth/totp`.',
    ),
  })
  async removeTotp(@Ctx() { request }: GraphqlContext): Promise<RemoveTotpPayload> {
    await this.service.removeTotp(request);
    return { success: true, msg: successMessages.totpRemoved, error: null };
  }

  @Mutation(() => RegenerateRecoveryCodesPayload, {
    nullable: true,
    description: paragraphs(
      mfaOperations.regenerateRecoveryCodes,
      'The operation can return these errors:',
      errorList('regenerateRecoveryCodes'),
      callerErrors,
      'REST: `POST /auth/recovery-codes`.',
    ),
  })
  async regenerateRecoveryCodes(@Ctx() { request }: GraphqlContext): Promise<RegenerateRecoveryCodesPayload> {
    const { recoveryCodes } = await this.service.regenerateRecoveryCodes(request);
    return { success: true, msg: successMessages.recoveryCodesCreated, error: null, result: { recoveryCodes } };
  }
}
