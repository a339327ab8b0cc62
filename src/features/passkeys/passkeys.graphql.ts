import { Ctx, Mutation, Resolver } from 'type-graphql';
import { LoginPayload, toLoginPayload } from '../../accounts/auth/auth.graphql';
import { answered, payloadOf } from '../../platform/graphql/answer-type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import type { PasskeyLoginService } from './passkey-login.service';
import {
  addPasskey,
  addPasskeyOptions,
  loginWithPasskey,
  passkeyLoginOptions,
  removePasskey,
  renamePasskey,
} from './passkeys.operations';
import type { PasskeysService } from './passkeys.service';

@Resolver()
export class PasskeysResolver {
  constructor(
    private readonly passkeys: PasskeysService,
    private readonly logins: PasskeyLoginService,
  ) {}

  @Mutation(payloadOf(passkeyLoginOptions), options(passkeyLoginOptions))
  async passkeyLoginOptions(@Ctx() { request }: GraphqlContext) {
    return answered(passkeyLoginOptions, await this.logins.passkeyLoginOptions(request));
  }

  @Mutation(() => LoginPayload, options(loginWithPasskey))
  async loginWithPasskey(
    @InputOf(loginWithPasskey, 'The response of the browser.') input: object,
    @Ctx() context: GraphqlContext,
  ): Promise<LoginPayload> {
    return toLoginPayload(
      await this.logins.loginWithPasskey({ ...input, scope: 'offline_access' }, context.request),
      context,
    );
  }

  @Mutation(payloadOf(addPasskeyOptions), options(addPasskeyOptions))
  async addPasskeyOptions(@InputOf(addPasskeyOptions) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(addPasskeyOptions, await this.passkeys.addPasskeyOptions(input, request));
  }

  @Mutation(payloadOf(addPasskey), options(addPasskey))
  async addPasskey(@InputOf(addPasskey) input: object, @Ctx() { request }: GraphqlContext) {
    return answered(addPasskey, await this.passkeys.addPasskey(input, request));
  }

  @Mutation(payloadOf(renamePasskey), options(renamePasskey))
  async renamePasskey(
    @InputOf(renamePasskey, 'The passkey and its new name.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(renamePasskey, await this.passkeys.renamePasskey(input, request));
  }

  @Mutation(payloadOf(removePasskey), options(removePasskey))
  async removePasskey(
    @InputOf(removePasskey, 'The passkey to remove.') input: object,
    @Ctx() { request }: GraphqlContext,
  ) {
    return answered(removePasskey, await this.passkeys.removePasskey(input, request));
  }
}
