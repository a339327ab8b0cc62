import { deviceGrant, devicePaths } from '../../accounts/applications/device-authorization';
import { idTokenAlgs } from '../../accounts/applications/oauth-client';
import type { ProtectedResource, ProtectedResources } from '../../accounts/applications/protected-resource';
import { discovery, keySet } from '../../accounts/documents/documents.operations';
import { levels } from '../../accounts/tokens/authentication';
import { basePathOf } from '../../platform/http/page';
import { locales } from '../../platform/request/locale';
import { documentRoute } from '../../platform/rest/document.rest';
import { about, boolean, component, object, string } from '../../platform/rest/json-schema';
import type { RestRoute } from '../../platform/rest/rest-route';
import { prompts, responseModes } from './authorization-request';
import { introspectToken, revokeToken } from './oauth-clients.operations';
import { clientAuthenticationMethods } from './oauth-clients.rest';
import { issueTokens } from './openid.operations';
import type { ClientMetadata } from './openid.settings';
import { type SupportedClaims, standardClaims } from './openid-claims';
import { grants } from './openid-counts';
import { openidPaths } from './openid-paths';
import { userinfo } from './userinfo.operations';

const list = (description: string, item: string) => ({ type: 'array', description, items: about(string, item) });

const authMethods = 'How a client authenticates there.';
const oauthMetadata = {
  issuer: about(string, 'The issuer (`iss`) of every token: `PUBLIC_URL`.'),
  authorization_endpoint: about(string, 'The URL to which an application sends people to sign in.'),
  token_endpoint: about(string, 'The URL at which an application gets its tokens.'),
  device_authorization_endpoint: about(
    string,
    'The URL at which a device without a browser gets a code that the user types elsewhere (RFC 8628). Not without pages.',
  ),
  jwks_uri: about(string, 'The URL of the public keys that verify tokens.'),
  scopes_supported: list('What an application can ask for.', 'A scope.'),
  response_types_supported: list('Only `code`: the authorization code flow.', 'A response type.'),
  response_modes_supported: list('How the code comes back.', 'A response mode.'),
  grant_types_supported: list('What the token endpoint accepts.', 'A grant type.'),
  token_endpoint_auth_methods_supported: list(authMethods, 'A method.'),
  code_challenge_methods_supported: list('The methods of PKCE (RFC 7636).', 'A method.'),
  introspection_endpoint: about(string, 'The URL at which a client checks a token (RFC 7662).'),
  introspection_endpoint_auth_methods_supported: list(authMethods, 'A method.'),
  revocation_endpoint: about(string, 'The URL at which a client revokes a token (RFC 7009).'),
  revocation_endpoint_auth_methods_supported: list(authMethods, 'A method.'),
  acr_values_supported: list(
    'How strongly a user can prove who they are: `aal1` with one factor, `aal2` with a second factor. The claim `acr` has the value.',
    'A level.',
  ),
  ui_locales_supported: list('The languages of the pages.', 'A language.'),
  authorization_response_iss_parameter_supported: about(boolean, 'True: the answer names the issuer (RFC 9207).'),
  client_id_metadata_document_supported: about(
    boolean,
    'True: a client id can be the URL of a document that describes the client (`CLIENT_METADATA`).',
  ),
  protected_resources: list('The APIs for which every client can ask for tokens (RFC 9728, section 4).', 'A resource.'),
};

const openidMetadata = {
  ...oauthMetadata,
  userinfo_endpoint: about(string, 'The URL at which an application reads the claims about a user.'),
  end_session_endpoint: about(string, 'The URL to which an application sends people to log out.'),
  backchannel_logout_supported: about(boolean, 'True: an application learns that sessions of it have ended.'),
  backchannel_logout_session_supported: about(boolean, 'True: which of them, by `sid`.'),
  subject_types_supported: list('`public`: every application sees the same user id.', 'A subject type.'),
  id_token_signing_alg_values_supported: list('The algorithms of ID tokens.', 'An algorithm.'),
  claims_supported: list('The claims of an ID token, and of the userinfo endpoint.', 'The name of a claim.'),
  prompt_values_supported: list('The values of the parameter `prompt`.', 'A value.'),
  request_parameter_supported: about(boolean, 'False: request objects are rejected.'),
  request_uri_parameter_supported: about(boolean, 'False, likewise.'),
  claims_parameter_supported: about(boolean, 'False: scopes decide.'),
};

/** An ID token has these, whatever the scopes are (OpenID Connect Core 1.0, section 2; `sid` is of its logout specifications). */
const claimsOfIdTokens = [
  'iss',
  'sub',
  'aud',
  'azp',
  'sid',
  'nonce',
  'auth_time',
  'acr',
  'amr',
  'at_hash',
  'iat',
  'exp',
];

/** The members that not every installation has. */
const optionalMembers: (keyof typeof oauthMetadata)[] = [
  'device_authorization_endpoint',
  'client_id_metadata_document_supported',
  'protected_resources',
];

const documents = [
  {
    route: 'GET /.well-known/oauth-authorization-server',
    operationId: 'oauthAuthorizationServer',
    summary: 'Get the metadata of the issuer (RFC 8414)',
    schema: component('ServerMetadata', 'The metadata of an authorization server (RFC 8414).', () =>
      object(oauthMetadata, optionalMembers),
    ),
    documentOf: oauthDocument,
  },
  {
    route: 'GET /.well-known/openid-configuration',
    operationId: 'openidConfiguration',
    summary: 'Get the metadata of the issuer (OpenID Connect Discovery 1.0)',
    schema: component(
      'OpenidConfiguration',
      'The metadata of an issuer, with the members that OpenID Connect Discovery 1.0 has in addition.',
      () => object(openidMetadata, optionalMembers),
    ),
    documentOf: openidDocument,
  },
] as const;

/** A public client sends its id alone (RFC 7591, section 2). */
const withoutSecret = [...clientAuthenticationMethods, 'none'];

/** The path of an operation, whose methods all have the same. */
const pathOf = ({ rest: [route = ''] }: { rest: readonly string[] }): string => route.replace(/^\w+ /, '');

/** What not every installation has. */
interface Optional {
  /** Those for clients that no operator knows. */
  resources: readonly ProtectedResource[];
  hasDocuments: boolean;
  /** Whether people can type the codes of devices on a page. */
  hasDevices: boolean;
}

/** The members whose list is empty would be left out (RFC 8414, section 3.2). */
function oauthDocument(publicUrl: string, { scopes }: SupportedClaims, optional: Optional) {
  const { resources, hasDocuments, hasDevices } = optional;
  const ofResources = resources.flatMap((resource) => [...resource.scopes.keys()]);
  return {
    issuer: publicUrl,
    authorization_endpoint: publicUrl + openidPaths.authorize,
    token_endpoint: publicUrl + pathOf(issueTokens),
    ...(hasDevices && { device_authorization_endpoint: publicUrl + devicePaths.authorization }),
    jwks_uri: publicUrl + pathOf(keySet),
    scopes_supported: [...new Set([...scopes, ...ofResources])],
    response_types_supported: ['code'],
    response_modes_supported: responseModes,
    grant_types_supported: grants.filter((grant) => hasDevices || grant !== deviceGrant),
    token_endpoint_auth_methods_supported: withoutSecret,
    code_challenge_methods_supported: ['S256'],
    introspection_endpoint: publicUrl + pathOf(introspectToken),
    introspection_endpoint_auth_methods_supported: clientAuthenticationMethods,
    revocation_endpoint: publicUrl + pathOf(revokeToken),
    revocation_endpoint_auth_methods_supported: withoutSecret,
    acr_values_supported: levels,
    ui_locales_supported: locales,
    authorization_response_iss_parameter_supported: true,
    ...(hasDocuments && { client_id_metadata_document_supported: true }),
    ...(resources.length > 0 && { protected_resources: resources.map(({ id }) => id) }),
  };
}

export function openidDocument(
  publicUrl: string,
  supported = standardClaims,
  optional: Optional = { resources: [], hasDocuments: false, hasDevices: true },
) {
  return {
    ...oauthDocument(publicUrl, supported, optional),
    userinfo_endpoint: publicUrl + pathOf(userinfo),
    end_session_endpoint: publicUrl + openidPaths.logout,
    backchannel_logout_supported: true,
    backchannel_logout_session_supported: true,
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: idTokenAlgs,
    claims_supported: [...claimsOfIdTokens, ...supported.claims],
    prompt_values_supported: prompts,
    request_parameter_supported: false,
    request_uri_parameter_supported: false,
    claims_parameter_supported: false,
  };
}

interface DiscoverySettings {
  publicUrl: string;
  jwksMaxAgeS: number;
  clientMetadata: ClientMetadata;
  /** The areas of the pages. */
  pages: { areas: readonly string[] };
}

/**
 * The same documents, where RFC 8414, section 3.1, has them for an issuer with a path: clients of the Model Context Protocol look only
 * there, for both.
 */
export function discoveryRoutesOfPath(routes: readonly RestRoute[], { publicUrl }: { publicUrl: string }): RestRoute[] {
  const base = basePathOf(publicUrl);
  return base === '' ? [] : routes.map((route) => Object.assign({}, route, { path: route.path + base }));
}

/**
 * What a library needs to sign people in and to verify tokens, if it knows only the issuer. The documents name no endpoint
 * that does not exist. They have no envelope, because libraries read them.
 */
export function discoveryRoutes(
  { publicUrl, jwksMaxAgeS: cacheLifetimeS, clientMetadata, pages }: DiscoverySettings,
  { openidClaims, resources }: { openidClaims: { supported: SupportedClaims }; resources: ProtectedResources },
): RestRoute[] {
  const optional = {
    resources: resources.openToAny,
    hasDocuments: clientMetadata !== null,
    hasDevices: pages.areas.includes('sign-in'),
  };
  return documents.map(({ route, operationId, summary, schema, documentOf }) => {
    const document = documentOf(publicUrl, openidClaims.supported, optional);
    const text = JSON.stringify(document);
    return documentRoute(
      discovery,
      {
        route,
        operationId,
        summary,
        keeping: 'a service may keep the metadata',
        success: { description: 'The metadata.', schema, example: document },
      },
      () => ({ contentType: 'application/json; charset=utf-8', text, cacheLifetimeS }),
    );
  });
}
