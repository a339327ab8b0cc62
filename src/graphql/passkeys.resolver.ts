import { Ctx, Mutation, Resolver } from 'type-graphql';
import type { PasskeyLoginService } from '../features/passkeys/passkey-login.service';
import {
  addPasskey,
  addPasskeyOptions,
  loginWithPasskey,
  passkeyLoginOptions,
  removePasskey,
  renamePasskey,
} from '../features/passkeys/passkeys.operations';
import type { PasskeysService } from '../features/passkeys/passkeys.service';
import { toLoginPayload } from './auth.resolver';
import { LoginPayload } from './auth.types';
import type { GraphqlContext } from './graphql-context';
import { InputOf } from './input-type';
import { options } from './operation-options';
import { toPasskeyType } from './passkey.type';
import {
  AddPasskeyOptionsPayload,
  AddPasskeyPayload,
  PasskeyLoginOptionsPayload,
  RemovePasskeyPayload,
  RenamePasskeyPayload,
} from './passkeys.types';

@Resolver()
export class PasskeysResolver {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly logins: PasskeyLoginService,
  ) {}

  @Mutation(() => PasskeyLoginOptionsPayload, options(passkeyLoginOptions))
  async passkeyLoginOptions(@Ctx() { request }: GraphqlContext): Promise<PasskeyLoginOptionsPayload> {
    const { options, expiresInS } = await this.logins.options(request);
    return {
      success: true,
      msg: passkeyLoginOptions.message,
      error: null,
      result: { options, expiresIn: expiresInS },
    };
  }

  @Mutation(() => LoginPayload, options(loginWithPasskey))
  async loginWithPasskey(
    @InputOf(loginWithPasskey, 'The response of the browser.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(await this.logins.login({ ...input, scope: 'offline_access' }, context.request), context);
  }

  @Mutation(() => AddPasskeyOptionsPayload, options(addPasskeyOptions))
  async addPasskeyOptions(
    @InputOf(addPasskeyOptions, 'The current password of the user.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AddPasskeyOptionsPayload> {
    const { options, expiresInS } = await this.passkeys.addOptions(input, request);
    return {
      success: true,
      msg: passkeyLoginOptions.message,
      error: null,
      result: { options, expiresIn: expiresInS },
    };
  }

  @Mutation(() => AddPasskeyPayload, options(addPasskey))
  async addPasskey(
    @InputOf(addPasskey, 'The passkey that the browser has made.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<AddPasskeyPayload> {
    const { passkey, recoveryCodes } = await this.passkeys.add(input, request);
    const result = { passkey: toPasskeyType(passkey), recoveryCodes };
    return { success: true, msg: addPasskey.message, error: null, result };
  }

  @Mutation(() => RenamePasskeyPayload, options(renamePasskey))
  async renamePasskey(
    @InputOf(renamePasskey, 'The passkey and its new name.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RenamePasskeyPayload> {
    const passkey = await this.passkeys.rename(input, request);
    return { success: true, msg: renamePasskey.message, error: null, result: toPasskeyType(passkey) };
  }

  @Mutation(() => RemovePasskeyPayload, options(removePasskey))
  async removePasskey(
    @InputOf(removePasskey, 'The passkey to remove.') input: object,
    @Ctx() { request }: GraphqlContext,
  ): Promise<RemovePasskeyPayload> {
    await this.passkeys.remove(input, request);
    return { success: true, msg: removePasskey.message, error: null };
  }
}
