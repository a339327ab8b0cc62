import { z } from 'zod';
import { apiKeyRecord } from '../../accounts/keys/api-key.answers';
import { answerOf, graphqlType, listOf, nothing } from '../../platform/operations/answer';

export const apiKeysAnswer = listOf(apiKeyRecord, {
  property: 'apiKeys',
  items: 'The keys, the newest first.',
  is: 'The keys.',
  envelope: 'The API keys of the user.',
});

const created = graphqlType('CreateApiKeyResult', 'A new key.', {
  apiKey: apiKeyRecord.meta({ description: 'The key, as in the list.' }),
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
