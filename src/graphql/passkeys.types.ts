import { GraphQLJSONObject } from 'graphql-scalars';
import { Field, Int, ObjectType } from 'type-graphql';
import { recoveryCodesText } from '../features/mfa/descriptions';
import { passkeyOptionsTexts } from '../features/passkeys/descriptions';
import { EnvelopeType, resultDescription } from './envelope.type';
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

@ObjectType({ implements: EnvelopeType, description: 'The answer to `renamePasskey`.' })
export class RenamePasskeyPayload extends EnvelopeType {
  @Field(() => PasskeyType, { nullable: true, description: `The passkey with its new name. ${resultDescription}` })
  result!: PasskeyType | null;
}

@ObjectType({ implements: EnvelopeType, description: 'The answer to `removePasskey`. It has no result.' })
export class RemovePasskeyPayload extends EnvelopeType {}
