import { z } from 'zod';
import { clientKindTexts, idTokenAlgTexts, type OAuthClient } from '../../accounts/applications/oauth-client';
import {
  answerEnum,
  answerOf,
  answerType,
  exampleOf,
  exampleTs,
  graphqlType,
  listOf,
} from '../../platform/operations/answer';

const text = (description: string, example: string) => z.string().meta({ description, example });
const optional = (description: string, example: string | null = null) =>
  z.string().nullable().meta({ description, example });
const flag = (description: string) => z.boolean().meta({ description, example: true });
const texts = (description: string, item: string, example: readonly string[]) =>
  z
    .array(z.string().meta({ description: item }))
    .readonly()
    .meta({ description, example });
const optionalTime = (description: string, example: Date | null = null) =>
  z.date().nullable().meta({ description, example });

export const clientRecord = answerType('OauthClient', 'A client of OAuth (RFC 6749, section 2).', {
  id: z.uuid().meta({ description: 'The client id.', example: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de' }),
  name: text('The name, which people read.', 'Grafana'),
  kind: answerEnum('OauthClientKind', 'What an OAuth client is.', clientKindTexts).meta({
    description: 'What the client is.',
    example: 'web',
  }),
  redirectUris: texts('Where people are sent back to after they have signed in.', 'A URI.', [
    'https://grafana.example.com/login/generic_oauth',
  ]),
  postLogoutRedirectUris: texts('Where people can be sent after a logout.', 'A URI.', ['https://grafana.example.com/']),
  backchannelLogoutUri: optional('Where the client learns that sessions of it have ended. Null: nowhere.'),
  scopes: texts('What the client may ask for.', 'The name of a scope.', [
    'openid',
    'profile',
    'email',
    'offline_access',
  ]),
  audience: optional('The `aud` of its access tokens. Null: the default.'),
  firstParty: flag('Whether the client is your own, so that people need not consent at `https` addresses.'),
  pkceRequired: flag('Whether each sign-in needs PKCE (RFC 7636).'),
  deviceGrant: z.boolean().meta({
    description: 'Whether people sign in to it with a code that they type in a browser elsewhere (RFC 8628).',
    example: false,
  }),
  idTokenAlg: answerEnum('OauthIdTokenAlg', 'An algorithm of ID tokens.', idTokenAlgTexts).meta({
    description: 'The algorithm of its ID tokens.',
    example: 'RS256',
  }),
  logoUri: optional('The picture on the page that asks for consent, as a `data:` URL.'),
  policyUri: optional('Its privacy policy, to which that page links.', 'https://grafana.example.com/privacy'),
  tosUri: optional('Its terms of service, likewise.'),
  createdTs: z.date().meta({ description: 'When the client was created.', example: exampleTs }),
  disabledTs: optionalTime('When the client was disabled. Null if it is enabled.'),
  secretTs: optionalTime('When the secret was created. Null for a public client, which has none.', exampleTs),
  previousUntilTs: optionalTime('Until when the previous secret is also accepted. Null if there is none.'),
  metadataUrl: optional('The URL of the document that describes the client. Null: an operator created it.'),
  metadataTs: optionalTime('When the document was last read. Null likewise.'),
});

export const exampleClient: OAuthClient = exampleOf(clientRecord);

export const secretRecord = graphqlType('OauthClientSecretResult', 'An OAuth client, with its secret.', {
  client: clientRecord.meta({ description: 'The client.' }),
  clientSecret: optional(
    'The secret, which is not stored and is never returned again. Null for a public client.',
    'h2ZpB4JdR0r0yH8mV1nT3sQ6wX9uK5cE7aL2gF4jM8o',
  ),
});

export const clientsAnswer = listOf(clientRecord, {
  property: 'clients',
  items: 'The clients, the newest first.',
  is: 'The clients.',
});

export const clientAnswer = answerOf(clientRecord, {
  is: 'The client after the change.',
  envelope: 'A client.',
  envelopeName: 'OauthClientEnvelope',
  response: 'The client.',
  payload: { name: 'OauthClientPayload' },
});

export const createdAnswer = answerOf(secretRecord, {
  is: '',
  result: 'The client and its secret.',
  envelope: 'A client and its secret.',
  envelopeName: 'OauthClientSecretEnvelope',
  response: 'The client was created.',
  payload: {
    name: 'OauthClientSecretPayload',
    is: 'The answer to an operation that makes a secret of an OAuth client.',
  },
});

export const rotatedAnswer = { ...createdAnswer, response: 'The secret was replaced.' };

export const deletedAnswer = answerOf(
  graphqlType('DeleteOauthClientResult', 'What `deleteOauthClient` did.', {
    sessionsEnded: z.int().meta({ description: 'How many sessions of the client ended.', example: 12 }),
  }),
  {
    is: '',
    result: 'What was ended.',
    envelope: 'What was ended.',
    envelopeName: 'DeletedOauthClientEnvelope',
    response: 'The client was deleted.',
  },
);
