import type { Request, RequestHandler } from 'express';
import { oauthFormOfClient, renderOAuthError } from '../../accounts/applications/oauth-errors.rest';
import { type FormBody, formBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { about, object } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { exampleActiveToken, introspectionSchema, toIntrospectionRecord } from './introspection.rest';
import { introspectToken, revokeToken } from './oauth-clients.operations';
import type { OAuthTokenService, TokenRequest } from './oauth-token.service';

export const oauthPaths = ['/oauth/introspect', '/oauth/revoke'] as const;

/** The ways in which a client can authenticate (RFC 8414, section 2). */
export const clientAuthenticationMethods = ['client_secret_basic', 'client_secret_post'] as const;

const body = formBody(bodyBytes.rest);

/** The operations of RFC 7662 and RFC 7009. OAuth defines their bodies, answers and errors, so they have no envelope. */
export function oauthRoutes(tokens: OAuthTokenService): RestRoute[] {
  const introspect: RequestHandler = async (req, res) => {
    sendJson(res, toIntrospectionRecord(await tokens.introspect(toTokenRequest(req), contextOf(req, res))));
  };
  const revoke: RequestHandler = async (req, res) => {
    await tokens.revoke(toTokenRequest(req), contextOf(req, res));
    sendJson(res, {});
  };
  return [
    routeOf(introspectToken, {
      openapi: () => ({
        ...oauthFormOfClient(),
        success: {
          description: 'The state of the token.',
          schema: introspectionSchema,
          example: toIntrospectionRecord(exampleActiveToken),
        },
      }),
      handlers: [body, introspect],
      renderError: renderOAuthError,
    }),
    routeOf(revokeToken, {
      openapi: () => ({
        ...oauthFormOfClient(),
        success: {
          description: 'The session of the token has ended, or there is no such token.',
          schema: about(object({}), 'An empty object.'),
          example: {},
        },
      }),
      handlers: [body, revoke],
      renderError: renderOAuthError,
    }),
  ];
}

function toTokenRequest(req: Request): TokenRequest {
  const form: FormBody = req.body;
  return {
    token: form.get('token'),
    tokenTypeHint: form.get('token_type_hint'),
    clientId: form.get('client_id'),
    clientSecret: form.get('client_secret'),
    clientAssertion: form.get('client_assertion'),
  };
}
