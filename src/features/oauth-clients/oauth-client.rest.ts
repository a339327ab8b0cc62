import { exampleTs } from '../../platform/operations/answer';
import {
  about,
  boolean,
  component,
  nullable,
  object,
  oneOf,
  string,
  timestamp,
  toTimestamp,
  uuid,
} from '../../platform/rest/json-schema';
import { issuedSecretTexts, clientTexts as texts } from './descriptions';
import { clientKindTexts, idTokenAlgTexts, type OAuthClient } from './oauth-client';
import type { IssuedSecret } from './oauth-clients.service';

export function toClientRecord(client: OAuthClient) {
  return {
    id: client.id,
    name: client.name,
    kind: client.kind,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris,
    scopes: client.scopes,
    audience: client.audience,
    first_party: client.firstParty,
    pkce_required: client.pkceRequired,
    id_token_alg: client.idTokenAlg,
    logo_uri: client.logoUri,
    policy_uri: client.policyUri,
    tos_uri: client.tosUri,
    created_ts: toTimestamp(client.createdTs),
    disabled_ts: client.disabledTs && toTimestamp(client.disabledTs),
    secret_ts: client.kind === 'public' ? null : toTimestamp(client.secretTs),
    previous_until_ts: client.previousUntilTs && toTimestamp(client.previousUntilTs),
  };
}

const listOf = (description: string, item: string) => ({ type: 'array', description, items: about(string, item) });

export const clientSchema = component('OauthClient', 'A client of OAuth (RFC 6749, section 2).', () =>
  object({
    id: about(uuid, texts.id),
    name: about(string, texts.name),
    kind: oneOf(clientKindTexts, texts.kind),
    redirect_uris: listOf(texts.redirectUris, 'A URI.'),
    post_logout_redirect_uris: listOf(texts.postLogoutRedirectUris, 'A URI.'),
    scopes: listOf(texts.scopes, 'The name of a scope.'),
    audience: nullable(about(string, texts.audience)),
    first_party: about(boolean, texts.firstParty),
    pkce_required: about(boolean, texts.pkceRequired),
    id_token_alg: oneOf(idTokenAlgTexts, texts.idTokenAlg),
    logo_uri: nullable(about(string, texts.logoUri)),
    policy_uri: nullable(about(string, texts.policyUri)),
    tos_uri: nullable(about(string, texts.tosUri)),
    created_ts: timestamp(texts.createdTs),
    disabled_ts: nullable(timestamp(texts.disabledTs)),
    secret_ts: nullable(timestamp(texts.secretTs)),
    previous_until_ts: nullable(timestamp(texts.previousUntilTs)),
  }),
);

export const toIssuedSecretRecord = ({ client, clientSecret }: IssuedSecret) => ({
  client: toClientRecord(client),
  client_secret: clientSecret,
});

export const issuedSecretSchema = about(
  object({ client: clientSchema, client_secret: nullable(about(string, issuedSecretTexts.clientSecret)) }),
  'The client and its secret.',
);

export const exampleClient: OAuthClient = {
  id: '01a20e51-04c4-7d0a-9d3b-52f0a1b7c6de',
  name: 'Grafana',
  kind: 'web',
  redirectUris: ['https://grafana.example.com/login/generic_oauth'],
  postLogoutRedirectUris: ['https://grafana.example.com/'],
  scopes: ['openid', 'profile', 'email', 'offline_access'],
  audience: null,
  firstParty: true,
  pkceRequired: true,
  idTokenAlg: 'RS256',
  logoUri: null,
  policyUri: 'https://grafana.example.com/privacy',
  tosUri: null,
  createdTs: exampleTs,
  disabledTs: null,
  secretTs: exampleTs,
  previousUntilTs: null,
};

export const exampleIssuedSecret: IssuedSecret = {
  client: exampleClient,
  clientSecret: 'h2ZpB4JdR0r0yH8mV1nT3sQ6wX9uK5cE7aL2gF4jM8o',
};
