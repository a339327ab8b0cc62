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

export const passkeyOperations = {
  passkeyLoginOptions:
    'Returns the options with which a page asks the browser for a passkey. Anyone can call this operation, without an access token. The options name no passkey and no account: the user chooses a passkey of this service. They are valid for 10 minutes. A page that offers passkeys in the field of the user name (conditional UI) asks for new options before that.',
  loginWithPasskey:
    'Logs a user in with a passkey, without e-mail address and password, opens a session and returns its tokens. Anyone can call this operation, without an access token. The passkey is two factors in one: the device, and the fingerprint, the face or the PIN that the device has checked. So the session has the level `aal2`. Each response of a browser is accepted once.',
  addPasskeyOptions:
    'Returns the options with which a page asks the browser to make a new passkey. The caller must be signed in, and sends the current password, or has used a second factor in the last 5 minutes. The options are valid for 5 minutes, for this session only.',
  addPasskey:
    'Adds the passkey that the browser has made with the options of `addPasskeyOptions`. From then on the passkey can log the user in, and is a second factor of logins with the password. If it is the first second factor of the user, the result has ten recovery codes. Gatehouse shows them only once. All other sessions of the user end, and the user gets an e-mail. An account can have 20 passkeys. The caller must be signed in.',
  renamePasskey: 'Changes the name of a passkey. The caller must be signed in, and can change only their own passkeys.',
  removePasskey:
    'Removes a passkey. If it was the only second factor, the recovery codes are removed, too. All other sessions of the user end, and the user gets an e-mail. The caller must be signed in, can remove only their own passkeys, and must have used a second factor in the last 5 minutes.',
} as const;

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
