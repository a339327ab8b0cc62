import { z } from 'zod';
import { answerOf, answerType, exampleTs, graphqlType, listOf, nothing } from '../../platform/operations/answer';

const name = (description: string) => z.string().meta({ description });

const apiKey = answerType('ApiKey', 'A key with which a program acts as its user.', {
  id: z.uuid().meta({ description: 'The id of the key.', example: '01a1fafd-5d48-74fb-874f-7e0ccacee987' }),
  name: z.string().meta({ description: 'The name, which the user has chosen.', example: 'Nightly backup' }),
  lastCharacters: z.string().meta({ description: 'The last four characters of the key.', example: '5Ef6' }),
  resource: z.string().nullable().meta({
    description: 'The API of `RESOURCES` for which the key is. Null: for what takes the tokens of logins.',
    example: null,
  }),
  scopes: z.array(name('A scope.')).readonly().meta({ description: 'The scopes of the key.', example: [] }),
  roles: z
    .array(name('The name of a role.'))
    .readonly()
    .meta({ description: 'The roles of the key. It has those that the user has, too.', example: [] }),
  createdTs: z.date().meta({ description: 'When the key was created.', example: exampleTs }),
  expiresTs: z.date().meta({ description: 'When the key ends.', example: new Date('2027-02-18T17:30:15.123Z') }),
  lastUsedTs: z
    .date()
    .nullable()
    .meta({ description: 'When the key was last used, to the hour. Null: never.', example: null }),
  lastUsedIp: z
    .string()
    .nullable()
    .meta({ description: 'The IP address of the first use in that hour.', example: null }),
});

export const apiKeysAnswer = listOf(apiKey, {
  property: 'apiKeys',
  items: 'The keys, the newest first.',
  is: 'The keys.',
  envelope: 'The API keys of the user.',
});

const created = graphqlType('CreateApiKeyResult', 'A new key.', {
  apiKey: apiKey.meta({ description: 'The key, as in the list.' }),
  key: z.string().meta({
    description: 'The key itself. It is shown only once.',
    example: 'gate_0Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2Yz3Ab4Cd5Ef6',
  }),
});
export type CreatedApiKey = z.infer<typeof created>;

export const createApiKeyAnswer = answerOf(created, {
  is: 'The key, which is shown only once.',
  envelope: 'A new API key.',
  response: 'The key was created.',
});

export const deleteApiKeyAnswer = nothing('The key was deleted.');

const exchanged = graphqlType('ExchangeApiKeyResult', 'An access token for an API key.', {
  jwt: z.string().meta({ description: 'The access token (JWT).', example: 'eyJhbGciOiJFUzI1NiIs…' }),
  expiresInS: z.int().meta({ description: 'How long it is valid, in seconds.', name: 'expiresIn', example: 3600 }),
});
export type ExchangedApiKey = z.infer<typeof exchanged>;

export const exchangeApiKeyAnswer = answerOf(exchanged, {
  is: 'The access token.',
  envelope: 'An access token for an API key.',
});
