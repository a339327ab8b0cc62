import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { recoveryCodesText } from '../mfa/descriptions';
import {
  addPasskeyOptionsTexts,
  addPasskeyTexts,
  loginWithPasskeyTexts,
  passkeyOptionsTexts,
  removePasskeyTexts,
  renamePasskeyTexts,
} from '../passkeys/descriptions';
import { RefreshTokenIn } from './auth.types';
import { EnvelopeType, resultDescription } from './envelope.type';
import { inputText } from './input-text';
import { PasskeyType } from './passkey.type';

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

@InputType({ description: 'The response of a browser, for `loginWithPasskey`.' })
export class LoginWithPasskeyInput {
  @Field(() => GraphQLJSONObject, { description: inputText(loginWithPasskeyTexts.passkey) })
  passkey!: object;

  @Field(() => RefreshTokenIn, {
    defaultValue: RefreshTokenIn.BODY,
    description: inputText(loginWithPasskeyTexts.refreshTokenIn, RefreshTokenIn),
  })
  refreshTokenIn!: RefreshTokenIn;
}

@InputType({ description: 'The proof of who the user is, for `addPasskeyOptions`.' })
export class AddPasskeyOptionsInput {
  @Field(() => String, { nullable: true, description: inputText(addPasskeyOptionsTexts.currentPassword) })
  currentPassword?: string | null;
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

@InputType({ description: 'The passkey that the browser has made, for `addPasskey`.' })
export class AddPasskeyInput {
  @Field(() => GraphQLJSONObject, { description: inputText(addPasskeyTexts.passkey) })
  passkey!: object;

  @Field(() => String, { nullable: true, description: inputText(addPasskeyTexts.name) })
  name?: string | null;
}

@ObjectType({ description: 'A passkey that was added.' })
export class AddPasskeyResult {
  @Field(() => PasskeyType, { description: 'The new passkey.' })
  passkey!: PasskeyType;

  @Field(() => [String], { description: recoveryCodesText })
  recoveryCodes!: string[];
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `addPasskey`.' })
export class AddPasskeyPayload extends EnvelopeType {
  @Field(() => AddPasskeyResult, {
    nullable: true,
    description: `The passkey and the recovery codes. ${resultDescription}`,
  })
  result!: AddPasskeyResult | null;
}

@InputType({ description: 'A passkey and its new name, for `renamePasskey`.' })
export class RenamePasskeyInput {
  @Field(() => ID, { description: inputText(renamePasskeyTexts.id) })
  id!: string;

  @Field(() => String, { description: inputText(renamePasskeyTexts.name) })
  name!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `renamePasskey`.' })
export class RenamePasskeyPayload extends EnvelopeType {
  @Field(() => PasskeyType, { nullable: true, description: `The passkey with its new name. ${resultDescription}` })
  result!: PasskeyType | null;
}

@InputType({ description: 'The passkey that `removePasskey` removes.' })
export class RemovePasskeyInput {
  @Field(() => ID, { description: inputText(removePasskeyTexts.id) })
  id!: string;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `removePasskey`. It has no result.' })
export class RemovePasskeyPayload extends EnvelopeType {}
