import type { RequestHandler } from 'express';
import {
  type OAuthErrorName,
  oauthFailures,
  oauthFormOfClient,
  renderOAuthError,
} from '../../accounts/applications/oauth-errors.rest';
import { type FormBody, formBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { about, component, object, string } from '../../platform/rest/json-schema';
import { type FailureForm, type RestRoute, routeOf } from '../../platform/rest/rest-route';
import type { GrantService, IssuedTokens } from './grant.service';
import { issueTokens } from './openid.operations';

const tokensSchema = component('OAuthTokens', 'Tokens (RFC 6749, section 5.1).', () =>
  object(
    {
      access_token: about(string, 'The access token, a JWT.'),
      token_type: about({ type: 'string', enum: ['Bearer'] }, 'Always `Bearer`.'),
      expires_in: about({ type: 'integer' }, 'The lifetime of the access token in seconds.'),
      scope: about(string, 'What was allowed, separated by spaces.'),
      refresh_token: about(string, 'The next refresh token. Only with the scope `offline_access`.'),
      id_token: about(string, 'Who the user is (OpenID Connect). Only with the scope `openid`.'),
    },
    ['scope', 'refresh_token', 'id_token'],
  ),
);

const { schema, headers, nameOf, bodyOf } = oauthFailures;
const otherNames = [
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'authorization_pending',
  'slow_down',
  'access_denied',
  'expired_token',
] as const satisfies OAuthErrorName[];
export const tokenFailures: FailureForm = { schema, ...(headers && { headers }), nameOf, otherNames, bodyOf };

/** JSON omits members without a value. */
const toTokensRecord = ({ accessToken, expiresInS, scopes, refreshToken, idToken }: IssuedTokens) => ({
  access_token: accessToken,
  token_type: 'Bearer',
  expires_in: expiresInS,
  scope: scopes.length > 0 ? scopes.join(' ') : undefined,
  refresh_token: refreshToken ?? undefined,
  id_token: idToken ?? undefined,
});

/** The service is loaded with the first request. */
export function tokenRoutes(grants: () => Pick<GrantService, 'issue'>): RestRoute[] {
  const issue: RequestHandler = async (req, res) => {
    const form: FormBody = req.body;
    const fields = {
      grantType: form.get('grant_type'),
      code: form.get('code'),
      deviceCode: form.get('device_code'),
      redirectUri: form.get('redirect_uri'),
      codeVerifier: form.get('code_verifier'),
      refreshToken: form.get('refresh_token'),
      scope: form.get('scope'),
      resource: form.get('resource'),
      clientId: form.get('client_id'),
      clientSecret: form.get('client_secret'),
      clientAssertion: form.get('client_assertion'),
    };
    sendJson(res, toTokensRecord(await grants().issue(fields, contextOf(req, res))));
  };
  return [
    routeOf(issueTokens, {
      openapi: () => ({
        ...oauthFormOfClient(),
        description: `${issueTokens.does} Each parameter occurs at most once.`,
        failure: tokenFailures,
        success: {
          description: 'The tokens.',
          schema: tokensSchema,
          example: toTokensRecord(exampleTokens),
        },
      }),
      handlers: [formBody(bodyBytes.rest), issue],
      renderError: renderOAuthError,
    }),
  ];
}

const exampleTokens: IssuedTokens = {
  accessToken: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.eyJzdWIiOiIwMWExZmFmZCJ9.c2lnbmF0dXJl',
  expiresInS: 3600,
  scopes: ['openid', 'email'],
  refreshToken: null,
  idToken: 'eyJhbGciOiJSUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMWExZmFmZCJ9.c2lnbmF0dXJl',
};
