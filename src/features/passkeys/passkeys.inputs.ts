import { z } from 'zod';
import { tokenFields, tokenOptionsOf } from '../../accounts/auth/auth.inputs';
import { assertionText, passkeyAssertion, passkeyRegistration } from '../../accounts/factors/passkey.inputs';
import { passwordOrEarlierFactor } from '../../accounts/passwords/password.inputs';
import { personName, personNameRule } from '../../accounts/users/user.inputs';
import { optionalTextWith, textWith, typedString } from '../../platform/request/input-parser';

export const loginWithPasskeyInput = z
  .object({
    passkey: passkeyAssertion.meta({ description: `${assertionText}: \`credential.toJSON()\` in a browser.` }),
    ...tokenFields,
  })
  .transform(({ passkey, ...tokens }) => ({ passkey, options: tokenOptionsOf(tokens) }))
  .meta({ description: 'The response of a browser, for `loginWithPasskey`.' });

export const addPasskeyOptionsInput = z
  .object({
    currentPassword: passwordOrEarlierFactor,
    conditional: z.boolean('must be true or false').nullish().meta({
      description:
        'Whether the browser adds the passkey by itself, right after a login with the password: the page passes the options with `mediation: "conditional"`.',
      example: false,
    }),
  })
  .transform(({ conditional, ...proof }) => ({ ...proof, automatic: conditional === true }))
  .meta({ description: 'The proof of who the user is, for `addPasskeyOptions`.' });

/** Like the name of a person. */
const name = personName;

export const addPasskeyInput = z
  .object({
    passkey: passkeyRegistration,
    name: optionalTextWith(name).meta({
      description: `The name of the passkey, for its user: ${personNameRule} Without it, Gatehouse takes that of the password manager or the device.`,
      example: 'My phone',
    }),
  })
  .meta({ description: 'The passkey that the browser has made, for `addPasskey`.' });

const id = typedString.meta({
  format: 'uuid',
  description: 'The id of the passkey: a UUID from the list of second factors.',
  example: '01a1fafd-5d48-74fb-874f-7e0ccacee987',
});

export const renamePasskeyInput = z
  .object({
    id,
    name: textWith(name).meta({ description: `The new name: ${personNameRule}`, example: 'My old phone' }),
  })
  .meta({ description: 'A passkey and its new name, for `renamePasskey`.' });

export const removePasskeyInput = z.object({ id }).meta({ description: 'The passkey that `removePasskey` removes.' });
