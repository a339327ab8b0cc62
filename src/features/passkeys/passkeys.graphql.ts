import { GraphQLJSONObject } from 'graphql-scalars';
import { Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { EnvelopeType, resultDescription } from '../../platform/graphql/envelope.type';
import type { GraphqlContext } from '../../platform/graphql/graphql-context';
import { InputOf } from '../../platform/graphql/input-type';
import { options } from '../../platform/graphql/operation-options';
import { LoginPayload, toLoginPayload } from '../auth/auth.graphql';
import { recoveryCodesText, renewedJwtText } from '../mfa/descriptions';
import { passkeyOptionsTexts } from './descriptions';
import { PasskeyType, toPasskeyType } from './passkey.graphql';
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

@ObjectType({ description: 'Options with which a page asks the browser for a passkey.' })
export class PasskeyLoginOptionsResult {
  @Field(() => GraphQLJSONObject, { description: passkeyOptionsTexts.request })
  options!: object;

  @Field(() => Int, { description: passkeyOptionsTexts.expiresIn })
  expiresIn!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `passkeyLoginOptions`.' })
export class PasskeyLoginOptionsPayload extends EnvelopeType {
  @Field(() => PasskeyLoginOptionsResult, { nullable: true, description: `The options. ${resultDescription}` })
  result!: PasskeyLoginOptionsResult | null;
}

@ObjectType({ description: 'Options with which a page asks the browser to make a passkey.' })
export class AddPasskeyOptionsResult {
  @Field(() => GraphQLJSONObject, { description: passkeyOptionsTexts.creation })
  options!: object;

  @Field(() => Int, { description: passkeyOptionsTexts.expiresIn })
  expiresIn!: number;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `addPasskeyOptions`.' })
export class AddPasskeyOptionsPayload extends EnvelopeType {
  @Field(() => AddPasskeyOptionsResult, { nullable: true, description: `The options. ${resultDescription}` })
  result!: AddPasskeyOptionsResult | null;
}

@ObjectType({ description: 'A passkey that was added.' })
export class AddPasskeyResult {
  @Field(() => PasskeyType, { description: 'The new passkey.' })
  passkey!: PasskeyType;

  @Field(() => String, { description: renewedJwtText })
  jwt!: string;

  @Field(() => [String], { description: recoveryCodesText })
  recoveryCodes!: string[];
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `addPasskey`.' })
export class AddPasskeyPayload extends EnvelopeType {
  @Field(() => AddPasskeyResult, {
    nullable: true,
    description: `The passkey, the access token and the recovery codes. ${resultDescription}`,
  })
  result!: AddPasskeyResult | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `renamePasskey`.' })
export class RenamePasskeyPayload extends EnvelopeType {
  @Field(() => PasskeyType, { nullable: true, description: `The passkey with its new name. ${resultDescription}` })
  result!: PasskeyType | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `removePasskey`. It has no result.' })
export class RemovePasskeyPayload extends EnvelopeType {}

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
    const { passkey, jwt, recoveryCodes } = await this.passkeys.add(input, request);
    const result = { passkey: toPasskeyType(passkey), jwt, recoveryCodes };
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
