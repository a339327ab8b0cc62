import type { RequestHandler } from 'express';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { emptySuccessSchema, successEnvelope } from '../../platform/rest/envelope';
import { string, uuid } from '../../platform/rest/json-schema';
import { type RestRoute, type RouteText, routeOf } from '../../platform/rest/rest-route';
import { levels } from '../tokens/authentication';
import { verify } from './forward-auth.operations';
import type { ForwardAuthService } from './forward-auth.service';
import { scopesOf } from './required-authentication';

const verified = successEnvelope(verify.message, {});

const openapi = (): RouteText => ({
  description: `${verify.does}\n\nGatehouse accepts every method and ignores what follows \`/auth/verify\` in the path, because some proxies send those of the original request.\n\nWith the header \`X-Gatehouse-Require: aal2; max-age=300\` the proxy asks for a login with a second factor that is at most 300 seconds old. With \`scope=notes:read\`, an application or an API key needs this scope, and \`no-keys\` rejects API keys. Each part can stand alone, in any order.`,
  success: {
    description: 'The access token is valid. The headers name the user and the session.',
    headers: {
      'X-Auth-User-Id': { description: 'The id of the user.', required: true, schema: uuid },
      'X-Auth-Session-Id': { description: 'The id of the session.', required: true, schema: uuid },
      'X-Auth-Acr': {
        description: 'How strongly the user proved who they are.',
        required: true,
        schema: { type: 'string', enum: levels },
      },
      'X-Auth-Time': {
        description: 'When the user last proved who they are, in Unix seconds.',
        required: true,
        schema: { type: 'integer' },
      },
      'X-Auth-Roles': {
        description: 'The roles of the user, separated by commas. Empty without roles.',
        required: true,
        schema: string,
      },
      'X-Auth-Actor-Id': {
        description: 'The id of the super admin who acts as the user. Empty if the user acts.',
        required: true,
        schema: string,
      },
      'X-Auth-Key-Id': {
        description: 'The id of the API key. Empty without a key.',
        required: true,
        schema: string,
      },
      'X-Auth-Scope': {
        description: 'The scopes of an API key or of an application, separated by spaces. Empty if the user acts.',
        required: true,
        schema: string,
      },
      ...organizationHeaders(),
      'X-Auth-Email': {
        description:
          'The e-mail address of the user, with `VERIFY_TELLS_EMAIL=true`. Empty for an application without the scope `email`.',
        schema: string,
      },
    },
    schema: emptySuccessSchema,
    example: verified,
  },
});

const organizationHeaders = () => {
  const whenOn =
    'Only with `ORGANIZATIONS`. Empty without an organization, so that it replaces a header of the client.';
  return {
    'X-Auth-Org-Id': { description: `The id of the organization of the access token. ${whenOn}`, schema: string },
    'X-Auth-Org-Slug': { description: `Its short name. ${whenOn}`, schema: string },
    'X-Auth-Org-Roles': {
      description: `The roles of the user in it, separated by commas. ${whenOn}`,
      schema: string,
    },
  };
};

/**
 * The routes for nginx `auth_request`, Traefik ForwardAuth, Caddy `forward_auth` and Envoy ext_authz. Envoy uses the
 * method of the original request and appends its path. Requests cannot set the user: their `X-Auth-*` headers are never
 * read.
 */
export function forwardAuthRoutes(
  forwardAuth: ForwardAuthService,
  { organizations }: { organizations: unknown },
): RestRoute[] {
  const handler: RequestHandler = async (req, res) => {
    // Node joins several headers of this name to one text, which is not well-formed.
    const requirement = req.headers['x-gatehouse-require'];
    const verification = forwardAuth.verify(
      requirement === undefined ? null : String(requirement),
      contextOf(req, res),
    );
    const { principal, email } = await verification;
    const { userId, sessionId, acr, authTimeS, roles, actor, key, organization } = principal;
    res.setHeader('X-Auth-User-Id', userId);
    res.setHeader('X-Auth-Session-Id', sessionId);
    res.setHeader('X-Auth-Acr', acr);
    res.setHeader('X-Auth-Time', String(authTimeS));
    // Also without roles: the header replaces one that the client has sent.
    res.setHeader('X-Auth-Roles', roles.join(','));
    // Also if the user acts. Caddy would pass on the name of a variable instead of a header that is missing.
    res.setHeader('X-Auth-Actor-Id', actor?.userId ?? '');
    res.setHeader('X-Auth-Key-Id', key?.id ?? '');
    res.setHeader('X-Auth-Scope', scopesOf(principal)?.join(' ') ?? '');
    if (organizations !== null) {
      res.setHeader('X-Auth-Org-Id', organization?.id ?? '');
      res.setHeader('X-Auth-Org-Slug', organization?.slug ?? '');
      res.setHeader('X-Auth-Org-Roles', organization?.roles.join(',') ?? '');
    }
    if (email !== null) res.setHeader('X-Auth-Email', email);
    sendJson(res, verified);
  };
  return verify.rest.map((route) => routeOf(verify, { route, openapi, handlers: [handler] }));
}
