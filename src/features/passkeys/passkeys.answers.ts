import { z } from 'zod';
import { addedFactorFields } from '../../accounts/factors/factor.answers';
import { passkeyRecord } from '../../accounts/factors/passkey.answers';
import { exampleUser } from '../../accounts/users/user.answers';
import { answerOf, graphqlType, nothing } from '../../platform/operations/answer';

const expiresInS = (example: number) =>
  z.int().meta({ description: 'How long the options are valid, in seconds.', name: 'expiresIn', example });
const exampleChallenge = '8eV4vQm3Tg6RkO2sZ1yHdwAAakNpN4c0X5bJ7uLfE9oPnKtW2rYhVq6mDzSiGxBaCj3MQlUv';

const requestOptions = graphqlType(
  'PasskeyLoginOptionsResult',
  'Options with which a page asks the browser for a passkey.',
  {
    options: z.custom<object>().meta({
      description:
        'The options for `navigator.credentials.get`, as JSON. A browser reads them with `PublicKeyCredential.parseRequestOptionsFromJSON`.',
      example: {
        challenge: exampleChallenge,
        timeout: 600_000,
        rpId: 'id.example.com',
        allowCredentials: [],
        userVerification: 'required',
      },
    }),
    expiresInS: expiresInS(600),
  },
);
/** Options for `navigator.credentials`, as JSON. */
export type PasskeyOptions = z.infer<typeof requestOptions>;

export const passkeyLoginOptionsAnswer = answerOf(requestOptions, {
  is: 'The options.',
  envelope: 'Options with which a page asks the browser for a passkey.',
});

export const addPasskeyOptionsAnswer = answerOf(
  graphqlType('AddPasskeyOptionsResult', 'Options with which a page asks the browser to make a passkey.', {
    options: z.custom<object>().meta({
      description:
        'The options for `navigator.credentials.create`, as JSON. A browser reads them with `PublicKeyCredential.parseCreationOptionsFromJSON`.',
      example: {
        rp: { id: 'id.example.com', name: 'Gatehouse' },
        user: { id: 'AaH6_V1Hez6aUS8Mb32OkA', name: exampleUser.email, displayName: 'Ada Lovelace' },
        challenge: exampleChallenge,
        pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
        timeout: 300_000,
        excludeCredentials: [],
        authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
        attestation: 'none',
      },
    }),
    expiresInS: expiresInS(300),
  }),
  { is: 'The options.', envelope: 'Options with which a page asks the browser to make a passkey.' },
);

const addedPasskey = graphqlType('AddPasskeyResult', 'A passkey that was added.', {
  passkey: passkeyRecord.meta({ description: 'The new passkey.' }),
  jwt: addedFactorFields.jwt,
  recoveryCodes: addedFactorFields.recoveryCodes.meta({ example: [] }),
});
export type AddedPasskey = z.infer<typeof addedPasskey>;

export const addPasskeyAnswer = answerOf(addedPasskey, {
  is: 'The passkey, the access token and the recovery codes.',
  envelope: 'A passkey that was added.',
  response: 'The passkey was added.',
});

export const renamePasskeyAnswer = answerOf(passkeyRecord, {
  is: 'The passkey with its new name.',
  envelope: 'A passkey.',
  envelopeName: 'PasskeyEnvelope',
});

export const removePasskeyAnswer = nothing('The passkey was removed.');
