import { Arg, Ctx, Directive, Extensions, Mutation, Resolver } from 'type-graphql';
import { passkeyOperations } from '../passkeys/descriptions';
import type { PasskeyLoginService } from '../passkeys/passkey-login.service';
import type { PasskeysService } from '../passkeys/passkeys.service';
import { successMessages } from '../request/success-messages';
import { toLoginPayload } from './auth.resolver';
import { LoginPayload } from './auth.types';
import { credential } from './document-limits';
import type { GraphqlContext } from './graphql-context';
import { errorList, onceInDocument, paragraphs } from './input-text';
import { callerErrors } from './mfa.resolver';
import { toPasskeyType } from './passkey.type';
import {
  AddPasskeyInput,
  AddPasskeyOptionsInput,
  AddPasskeyOptionsPayload,
  AddPasskeyPayload,
  LoginWithPasskeyInput,
  PasskeyLoginOptionsPayload,
  RemovePasskeyInput,
  RemovePasskeyPayload,
  RenamePasskeyInput,
  RenamePasskeyPayload,
} from './passkeys.types';

@Resolver()
export class PasskeysResolver {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly logins: PasskeyLoginService,
  ) {}

  @Mutation(() => PasskeyLoginOptionsPayload, {
    description: paragraphs(
      passkeyOperations.passkeyLoginOptions,
      'The payload can have these errors:',
      errorList('passkeyLoginOptions'),
      'REST: `POST /auth/passkeys/login/options`.',
    ),
  })
  async passkeyLoginOptions(@Ctx() { request }: GraphqlContext): Promise<PasskeyLoginOptionsPayload> {
    const { options, expiresInS } = await this.logins.options(request);
    return {
      success: true,
      msg: successMessages.passkeyOptions,
      error: null,
      result: { options, expiresIn: expiresInS },
    };
  }

  @Mutation(() => LoginPayload, {
    description: paragraphs(
      passkeyOperations.loginWithPasskey,
      'The payload can have these errors:',
      errorList('loginWithPasskey'),
      onceInDocument,
      'REST: `POST /auth/passkeys/login`.',
    ),
  })
  @Extensions(credential)
  async loginWithPasskey(
    @Arg('input', () => LoginWithPasskeyInput, { description: 'The response of the browser.' })
    input: LoginWithPasskeyInput,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(await this.logins.login({ ...input, scope: 'offline_access' }, context.request), context);
  }

  @Mutation(() => AddPasskeyOptionsPayload, {
    nullable: true,
    description: paragraphs(
      passkeyOperations.addPasskeyOptions,
      'The operation can return these errors:',
      errorList('addPasskeyOptions'),
      callerErrors,
      onceInDocument,
      'REST: `POST /auth/passkeys/options`.',
    ),
  })
  @Extensions(credential)
  async addPasskeyOptions(
    @Arg('input', () => AddPasskeyOptionsInput, { description: 'The current password of the user.' })
    input: AddPasskeyOptionsInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AddPasskeyOptionsPayload> {
    const { options, expiresInS } = await this.passkeys.addOptions(input, request);
    return {
      success: true,
      msg: successMessages.passkeyOptions,
      error: null,
      result: { options, expiresIn: expiresInS },
    };
  }

  @Mutation(() => AddPasskeyPayload, {
    nullable: true,
    description: paragraphs(
      passkeyOperations.addPasskey,
      'The operation can return these errors:',
      errorList('addPasskey'),
      callerErrors,
      onceInDocument,
      'REST: `POST /auth/passkeys`.',
    ),
  })
  @Extensions(credential)
  async addPasskey(
    @Arg('input', () => AddPasskeyInput, { description: 'The passkey that the browser has made.' })
    input: AddPasskeyInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AddPasskeyPayload> {
    const { passkey, recoveryCodes } = await this.passkeys.add(input, request);
    const result = { passkey: toPasskeyType(passkey), recoveryCodes };
    return { success: true, msg: successMessages.passkeyAdded, error: null, result };
  }

  @Mutation(() => RenamePasskeyPayload, {
    nullable: true,
    description: paragraphs(
      passkeyOperations.renamePasskey,
      'The operation can return these errors:',
      errorList('renamePasskey'),
      '`UNAUTHENTICATED` is in `errors`, and the payload is null. All other errors are in the payload.',
      'REST: `PATCH /auth/passkeys/{id}`.',
    ),
  })
  @Directive('@authenticated')
  async renamePasskey(
    @Arg('input', () => RenamePasskeyInput, { description: 'The passkey and its new name.' })
    input: RenamePasskeyInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RenamePasskeyPayload> {
    const passkey = await this.passkeys.rename(input, request);
    return { success: true, msg: successMessages.passkeyRenamed, error: null, result: toPasskeyType(passkey) };
  }

  @Mutation(() => RemovePasskeyPayload, {
    nullable: true,
    description: paragraphs(
      passkeyOperations.removePasskey,
      'The operation can return these errors:',
      errorList('removePasskey'),
      callerErrors,
      'REST: `DELETE /auth/passkeys/{id}`.',
    ),
  })
  @Directive('@authenticated')
  async removePasskey(
    @Arg('input', () => RemovePasskeyInput, { description: 'The passkey to remove.' })
    input: RemovePasskeyInput,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RemovePasskeyPayload> {
    await this.passkeys.remove(input, request);
    return { success: true, msg: successMessages.passkeyRemoved, error: null };
  }
}
