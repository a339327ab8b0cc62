import { z } from 'zod';
import { answerType, exampleOf, exampleTs } from '../../platform/operations/answer';
import type { Identity } from '../users/identity';
import { exampleUser } from '../users/user.answers';

export const identityRecord = answerType('Identity', 'An account at a provider with which a user can sign in.', {
  id: z
    .uuid()
    .meta({ description: 'The id of the identity, a UUID.', example: '01a1fafd-5d48-74fb-874f-7e0ccacee987' }),
  provider: z.string().meta({ description: 'The id of the provider.', example: 'google' }),
  email: z.string().nullable().meta({
    description: 'The address that the provider named when the identity was connected. Null if it named none.',
    example: exampleUser.email,
  }),
  createdTs: z.date().meta({ description: 'When the identity was connected.', example: exampleTs }),
  lastUsedTs: z.date().nullable().meta({
    description: 'The last sign-in with the identity. Null before the first one after the connection.',
    example: null,
  }),
});

export const exampleIdentity: Identity = {
  ...exampleOf(identityRecord),
  userId: exampleUser.id,
  issuer: 'https://accounts.google.com',
  subject: '110248495921238986420',
};
