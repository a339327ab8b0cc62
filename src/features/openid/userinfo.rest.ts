import type { RequestHandler } from 'express';
import { accessTokenRejected } from '../../accounts/tokens/access-token-rejection';
import { tokenReasons } from '../../accounts/tokens/tokens.reasons';
import { openidScopes } from '../../accounts/users/openid-scopes';
import { exampleUser } from '../../accounts/users/user.answers';
import { type FormBody, formBody } from '../../platform/http/form-body';
import { bodyBytes } from '../../platform/http/http-limits';
import { isInUtf8 } from '../../platform/http/media-type';
import { contextOf } from '../../platform/http/read-request-context';
import { sendJson } from '../../platform/http/send-json';
import { about, boolean, component, object, string, uuid } from '../../platform/rest/json-schema';
import { type RestRoute, type RouteText, routeOf } from '../../platform/rest/rest-route';
import { keysOf } from '../../platform/runtime/keys-of';
import { bearerFailures, renderBearerError } from './bearer-errors.rest';
import { claimDescriptions } from './descriptions';
import { claimsOfScopes } from './openid-claims';
import { userinfo } from './userinfo.operations';
import type { UserinfoService } from './userinfo.service';

const mediaType = 'application/x-www-form-urlencoded';
const readForm = formBody(bodyBytes.rest);

/** A request with the token in the header needs no body, and a body of another type means nothing. */
const formIfAny: RequestHandler = (req, res, next) =>
  isInUtf8(req.headers['content-type'], mediaType) ? readForm(req, res, next) : next();

const text = claimDescriptions;
const organization = () =>
  about(
    object({
      id: about(uuid, 'The id of the organization.'),
      slug: about(string, 'The short name.'),
      roles: {
        type: 'array',
        description: 'The roles of the user in it.',
        items: about(string, 'The name of a role.'),
      },
    }),
    'An organization.',
  );
const schema = component(
  'Userinfo',
  'The claims about a user (OpenID Connect Core 1.0, section 5.1). OPENID_CLAIMS adds others.',
  () => ({
    ...object(
      {
        sub: about(uuid, text.sub),
        name: about(string, text.name),
        given_name: about(string, text.given_name),
        family_name: about(string, text.family_name),
        preferred_username: about(string, text.preferred_username),
        locale: about(string, text.locale),
        updated_at: about({ type: 'integer' }, text.updated_at),
        email: about(string, text.email),
        email_verified: about(boolean, text.email_verified),
        phone_number: about(string, text.phone_number),
        phone_number_verified: about(boolean, text.phone_number_verified),
        roles: { type: 'array', description: text.roles, items: about(string, 'The name of a role.') },
        groups: { type: 'array', description: text.groups, items: about(string, 'The name of a role.') },
        organizations: { type: 'array', description: text.organizations, items: organization() },
      },
      keysOf(text).filter((name) => name !== 'sub'),
    ),
    additionalProperties: true,
  }),
);

const described = (): RouteText => ({
  failure: bearerFailures,
  success: {
    description: 'The claims.',
    schema,
    example: Object.assign(
      { sub: exampleUser.id },
      claimsOfScopes({ user: exampleUser, telE164: null, locale: 'en' }, Object.keys(openidScopes)),
    ),
  },
  errors: { UNAUTHENTICATED: accessTokenRejected(tokenReasons['expired token']) },
});

/** The endpoint of OpenID Connect Core 1.0, section 5.3. */
export function userinfoRoutes(service: UserinfoService): RestRoute[] {
  const answer: RequestHandler = async (req, res) => {
    const form: FormBody | undefined = req.body;
    sendJson(res, await service.find({ accessToken: form?.get('access_token') }, contextOf(req, res)));
  };
  return [
    routeOf(userinfo, {
      route: 'GET /oauth/userinfo',
      openapi: () => Object.assign(described(), { input: { fields: {}, required: [], problems: [] } }),
      handlers: [answer],
      renderError: renderBearerError,
    }),
    routeOf(userinfo, {
      route: 'POST /oauth/userinfo',
      openapi: () =>
        Object.assign(described(), {
          operationId: 'userinfoByForm',
          body: { description: 'The access token, if it is not in the header.', mediaType, isOptional: true as const },
        }),
      handlers: [formIfAny, answer],
      renderError: renderBearerError,
    }),
  ];
}
