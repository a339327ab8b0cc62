import { loginTexts } from '../auth/descriptions';
import { passkeyAssertionExample, passkeyRegistrationExample } from '../mfa/descriptions';
import type { ListedPasskey } from '../mfa/passkey-factor';
import type { FieldText } from '../request/field-text';
import { inputSchemaOf } from '../request/input-schema';
import {
  type AddPasskeyField,
  type AddPasskeyOptionsField,
  addPasskeyInput,
  addPasskeyOptionsInput,
  type LoginWithPasskeyField,
  loginWithPasskeyInput,
  type RemovePasskeyField,
  type RenamePasskeyField,
  removePasskeyInput,
  renamePasskeyInput,
} from './passkeys.inputs';

// The descriptions of both APIs.

export const loginWithPasskeyTexts = {
  passkey: {
    description: 'The response of `navigator.credentials.get`, as JSON: `credential.toJSON()` in a browser.',
    example: passkeyAssertionExample,
  },
  scope: loginTexts.scope,
  refreshTokenIn: loginTexts.refreshTokenIn,
} as const satisfies Record<LoginWithPasskeyField, FieldText>;

export const addPasskeyOptionsTexts = {
  currentPassword: {
    description:
      'The current password of the account. A user who has a second factor already can leave it out, and must have used that factor in the last 5 minutes.',
    example: 'correct horse battery',
  },
} as const satisfies Record<AddPasskeyOptionsField, FieldText>;

const nameRule = '1 to 100 characters, not only white space, and no control characters.';

export const addPasskeyTexts = {
  passkey: {
    description: 'The response of `navigator.credentials.create`, as JSON: `credential.toJSON()` in a browser.',
    example: passkeyRegistrationExample,
  },
  name: {
    description: `The name with which the user recognizes the passkey: ${nameRule} Without a name, Gatehouse chooses the name of the password manager or of the kind of device, if it knows that.`,
    example: 'My telephone',
  },
} as const satisfies Record<AddPasskeyField, FieldText>;

const passkeyId = {
  description: 'The id of the passkey: a UUID from the list of second factors.',
  example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
};

export const renamePasskeyTexts = {
  id: passkeyId,
  name: { description: `The new name: ${nameRule}`, example: 'My old telephone' },
} as const satisfies Record<RenamePasskeyField, FieldText>;

export const removePasskeyTexts = { id: passkeyId } as const satisfies Record<RemovePasskeyField, FieldText>;

/** The inputs in JSON Schema. They are functions, because only the OpenAPI document needs them. */
export const passkeyInputSchemas = {
  loginWithPasskey: () => inputSchemaOf(loginWithPasskeyInput, loginWithPasskeyTexts),
  addPasskeyOptions: () => inputSchemaOf(addPasskeyOptionsInput, addPasskeyOptionsTexts),
  addPasskey: () => inputSchemaOf(addPasskeyInput, addPasskeyTexts),
  renamePasskey: () => inputSchemaOf(renamePasskeyInput, renamePasskeyTexts),
  removePasskey: () => inputSchemaOf(removePasskeyInput, removePasskeyTexts),
};

export const passkeyOptionsTexts = {
  request:
    'The options for `navigator.credentials.get`, as JSON. A browser reads them with `PublicKeyCredential.parseRequestOptionsFromJSON`.',
  creation:
    'The options for `navigator.credentials.create`, as JSON. A browser reads them with `PublicKeyCredential.parseCreationOptionsFromJSON`.',
  expiresIn: 'How long the options are valid, in seconds.',
} as const;

/** The meaning of each field of a passkey, for the descriptions of both APIs. */
export const passkeyDescriptions: Readonly<Record<keyof ListedPasskey, string>> = {
  id: 'The id of the passkey, a UUID.',
  credentialId:
    'The id of the passkey for browsers, in base64url. After a removal, the page passes it to `PublicKeyCredential.signalUnknownCredential`, so that the password manager forgets the passkey.',
  name: 'The name that the user has chosen, or the name of the password manager.',
  backedUp: 'Whether the passkey is synchronized between devices, or saved in another way.',
  createdTs: 'The time at which the passkey was added.',
  lastUsedTs: 'The time of the last login with the passkey. Null if it was never used.',
};
