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
  summary: 'Verify the access token of a request, for a reverse proxy',
  description:
    'Verifies the access token in the `Authorization` header. A reverse proxy calls this operation for each request to a protected application. After 200 the proxy forwards the request to the application. Otherwise the proxy returns the error to the client.\n\nGatehouse accepts every method and ignores what follows `/auth/verify` in the path, because some proxies send the method and the path of the original request.',
  accessToken: 'required',
  success: {
    description: 'The access token is valid. The headers name the user and the session.',
    headers: {
      'X-Auth-User-Id': { description: 'The id of the user.', required: true, schema: uuid },
      'X-Auth-Session-Id': { description: 'The id of the session.', required: true, schema: uuid },
      'X-Auth-Email': {
        description: 'The e-mail address of the user. Only with the setting `VERIFY_TELLS_EMAIL=true`.',
        schema: string,
      },
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
