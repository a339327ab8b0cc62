import { z } from 'zod';
import { identityRecord } from '../../accounts/providers/identity.answers';
import { answerOf, graphqlType, listOf, nothing } from '../../platform/operations/answer';

const loginProvider = graphqlType('LoginProvider', 'A provider with which users can sign in.', {
  id: z
    .string()
    .meta({ description: 'The id of the provider, for the other operations.', isId: true, example: 'google' }),
  label: z.string().meta({ description: 'The name of the provider, for its button.', example: 'Google' }),
  acceptsIdToken: z.boolean().meta({ description: 'Whether `loginWithIdToken` accepts its ID tokens.', example: true }),
}).meta({ description: 'A provider.' });
export type LoginProvider = z.infer<typeof loginProvider>;

export const loginProvidersAnswer = listOf(loginProvider, {
  property: 'providers',
  items: 'The providers, in the order of their buttons.',
  is: 'The providers.',
  envelope: 'The providers with which users can sign in.',
});

const startedLogin = graphqlType('StartProviderLoginResult', 'A login with a provider that has started.', {
  url: z.string().meta({
    description: 'Where the client sends the browser.',
    example: 'https://accounts.google.com/o/oauth2/v2/auth?client_id=123.apps.googleusercontent.com&response_type=code',
  }),
  expiresInS: z.int().meta({
    description: 'How long the person has time at the provider, in seconds.',
    name: 'expiresIn',
    example: 600,
  }),
});
export type StartedLogin = z.infer<typeof startedLogin>;

export const startProviderLoginAnswer = answerOf(startedLogin, {
  is: 'Where the browser goes.',
  envelope: 'A login with a provider that has started.',
  envelopeName: 'StartedProviderLoginEnvelope',
  response: 'The login has started.',
});

export const identitiesAnswer = listOf(identityRecord, {
  property: 'identities',
  items: 'The identities, oldest first.',
  is: 'The identities.',
  envelope: 'The accounts at providers of the user.',
});

export const linkIdentityAnswer = answerOf(identityRecord, {
  is: 'The identity.',
  envelope: 'An account at a provider.',
  envelopeName: 'IdentityEnvelope',
  response: 'It is connected.',
});

export const unlinkIdentityAnswer = nothing('It is disconnected.');
