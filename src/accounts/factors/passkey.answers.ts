import { z } from 'zod';
import { answerType, exampleTs } from '../../platform/operations/answer';
import { passkeyAssertionExample } from './passkey.inputs';

export const passkeyRecord = answerType('Passkey', 'A passkey of a user (WebAuthn).', {
  id: z.uuid().meta({ description: 'The id of the passkey, a UUID.', example: '01a1fafd-5d48-74fb-874f-7e0ccacee987' }),
  credentialId: z.string().meta({
    description:
      'The id of the passkey for browsers, in base64url. After a removal, the page passes it to `PublicKeyCredential.signalUnknownCredential`, so that the password manager forgets the passkey.',
    example: passkeyAssertionExample.id,
  }),
  name: z.string().meta({
    description: 'The name that the user has chosen, or the name of the password manager.',
    example: 'My phone',
  }),
  backedUp: z.boolean().meta({
    description: 'Whether the passkey is synchronized between devices, or saved in another way.',
    example: true,
  }),
  automatic: z.boolean().meta({
    description:
      'Whether the browser added the passkey by itself, after a login with the password. It then stands for the password, and is no second factor.',
    example: false,
  }),
  createdTs: z.date().meta({ description: 'The time at which the passkey was added.', example: exampleTs }),
  lastUsedTs: z.date().nullable().meta({
    description: 'The time of the last login with the passkey. Null if it was never used.',
    example: null,
  }),
});

/** A passkey as its user sees it. */
export type ListedPasskey = z.infer<typeof passkeyRecord>;
