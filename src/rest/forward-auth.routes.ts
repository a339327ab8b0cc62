import type { RequestHandler } from 'express';
import type { ForwardAuthService } from '../auth/forward-auth.service';
import { contextOf } from '../http/read-request-context';
import { sendJson } from '../http/send-json';
import { successMessages } from '../request/success-messages';
import { emptySuccessSchema, successEnvelope } from './envelope';
import { string, uuid } from './json-schema';
import type { OpenapiOperation, RestRoute } from './rest-route';

const verified = successEnvelope(successMessages.authentic, {});

const openapi: OpenapiOperation = {
  summary: 'Whether a request has a valid access token, for a proxy; accepts any method and longer paths',
  accessToken: 'required',
  success: {
    description: 'It is.',
    headers: {
      'X-Auth-User-Id': { required: true, schema: uuid },
      'X-Auth-Session-Id': { required: true, schema: uuid },
      'X-Auth-Email': { description: 'Only with VERIFY_TELLS_EMAIL.', schema: string },
    },
    schema: emptySuccessSchema,
  },
};

/**
 * The routes for nginx `auth_request`, Traefik ForwardAuth, Caddy `forward_auth` and Envoy ext_authz. Envoy uses the
 * method of the original request and appends its path. Requests cannot set the user: their `X-Auth-*` headers are never
 * read.
 */
export function forwardAuthRoutes(forwardAuth: ForwardAuthService): RestRoute[] {
  const verify: RequestHandler = async (req, res) => {
    const { userId, sessionId, email } = await forwardAuth.verify(contextOf(req, res));
    res.setHeader('X-Auth-User-Id', userId);
    res.setHeader('X-Auth-Session-Id', sessionId);
    if (email !== null) res.setHeader('X-Auth-Email', email);
    sendJson(res, verified);
  };
  return ['/auth/verify', '/auth/verify/*'].map((path) => ({
    method: 'all',
    path,
    operation: 'verify',
    openapi,
    handlers: [verify],
  }));
}
