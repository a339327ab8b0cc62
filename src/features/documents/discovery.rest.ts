import { about, component, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { clientAuthenticationMethods, introspectionPath, revocationPath } from '../oauth-clients/oauth-clients.rest';
import { levels } from '../tokens/authentication';
import { discovery } from './documents.operations';

const list = (description: string, item: string) => ({ type: 'array', description, items: about(string, item) });

const metadata = {
  issuer: about(string, 'The issuer (`iss`) of every access token: `PUBLIC_URL`.'),
  jwks_uri: about(string, 'The URL of the public keys that verify access tokens.'),
  introspection_endpoint: about(string, 'The URL at which a client checks a token (RFC 7662).'),
  introspection_endpoint_auth_methods_supported: list('How a client authenticates there.', 'A method.'),
  revocation_endpoint: about(string, 'The URL at which a client revokes a token (RFC 7009).'),
  revocation_endpoint_auth_methods_supported: list('How a client authenticates there.', 'A method.'),
  acr_values_supported: list(
    'How strongly a user can prove who they are: `aal1` with one factor, `aal2` with a second factor. The claim `acr` has the value.',
    'A level.',
  ),
  response_types_supported: list('Empty: Gatehouse has no authorization endpoint.', 'A response type.'),
  grant_types_supported: list('Empty: Gatehouse has no token endpoint.', 'A grant type.'),
};

const documents = [
  {
    route: 'GET /.well-known/oauth-authorization-server',
    operationId: 'oauthAuthorizationServer',
    summary: 'Get the metadata of the issuer (RFC 8414)',
    schema: component('ServerMetadata', 'The metadata of an authorization server (RFC 8414).', () => object(metadata)),
    more: {},
  },
  {
    route: 'GET /.well-known/openid-configuration',
    operationId: 'openidConfiguration',
    summary: 'Get the metadata of the issuer (OpenID Connect Discovery 1.0)',
    schema: component(
      'OpenidConfiguration',
      'The metadata of an issuer, with the members that OpenID Connect Discovery 1.0 requires in addition.',
      () =>
        object({
          ...metadata,
          subject_types_supported: list('`public`: every service sees the same user id.', 'A subject type.'),
          id_token_signing_alg_values_supported: list(
            '`ES256`, the algorithm of every token of Gatehouse.',
            'An algorithm.',
          ),
          claims_supported: list('The claims of an access token.', 'The name of a claim.'),
        }),
    ),
    more: {
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      claims_supported: [
        'iss',
        'aud',
        'client_id',
        'sub',
        'sid',
        'rev',
        'jti',
        'auth_time',
        'acr',
        'amr',
        'roles',
        'iat',
        'exp',
      ],
    },
  },
] as const;

/**
 * What a library needs to verify access tokens, if it knows only the issuer. The documents name no endpoint that does
 * not exist. They have no envelope, because libraries read them.
 */
export function discoveryRoutes(publicUrl: string, cacheLifetimeS: number): RestRoute[] {
  return documents.map(({ route, operationId, summary, schema, more }) => {
    const document = {
      issuer: publicUrl,
      jwks_uri: `${publicUrl}/.well-known/jwks.json`,
      introspection_endpoint: publicUrl + introspectionPath,
      introspection_endpoint_auth_methods_supported: clientAuthenticationMethods,
      revocation_endpoint: publicUrl + revocationPath,
      revocation_endpoint_auth_methods_supported: clientAuthenticationMethods,
      acr_values_supported: levels,
      response_types_supported: [],
      grant_types_supported: [],
      ...more,
    };
    const text = JSON.stringify(document);
    return routeOf(discovery, {
      route,
      openapi: () => ({
        operationId,
        tag: 'Verification',
        summary,
        success: {
          description: 'The metadata.',
          headers: {
            'Cache-Control': {
              description: 'How long a service may keep the metadata: `max-age` in seconds.',
              schema: string,
            },
          },
          schema,
          example: document,
        },
      }),
      handlers: [
        (_req, res) => {
          res.setHeader('Cache-Control', `public, max-age=${cacheLifetimeS}`);
          res.type('application/json').send(text);
        },
      ],
    });
  });
}
