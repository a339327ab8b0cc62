import { bodyBytes } from '../../platform/http/http-limits';
import { jsonBody } from '../../platform/http/json-body';
import { contextOf } from '../../platform/http/read-request-context';
import type { RefreshCookies } from '../../platform/http/refresh-cookie';
import { sendJson } from '../../platform/http/send-json';
import { successEnvelope, successSchema } from '../../platform/rest/envelope';
import { inputOf } from '../../platform/rest/input-reader';
import { about, object, string } from '../../platform/rest/json-schema';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { loginSuccess, sendLogin } from '../auth/auth.rest';
import type { RequestedCode } from '../users/requested-mail';
import { requestDescriptions } from './descriptions';
import { completeEmailLogin, requestEmailLogin } from './email-login.operations';
import type { EmailLoginService } from './email-login.service';

const body = jsonBody(bodyBytes.rest);

const requestEnvelope = successSchema(
  'EmailLoginRequestEnvelope',
  'A login that waits for the code or the link of an e-mail.',
  about(
    object({
      token: about(string, requestDescriptions.token),
      expires_in: about({ type: 'integer' }, requestDescriptions.expiresIn),
    }),
    'The request.',
  ),
);

export function emailLoginRoutes(emailLogins: EmailLoginService, cookies: RefreshCookies): RestRoute[] {
  return [
    routeOf(requestEmailLogin, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Send an e-mail with a code to sign in',
        body: { description: 'The address of the account.' },
        success: {
          description: 'An e-mail was sent if the address has an account.',
          schema: requestEnvelope,
          example: requestedBody(exampleRequest),
        },
      }),
      handlers: [
        body,
        async (req, res) => {
          sendJson(res, requestedBody(await emailLogins.request(inputOf(requestEmailLogin, req), contextOf(req, res))));
        },
      ],
    }),
    routeOf(completeEmailLogin, {
      openapi: () => ({
        tag: 'Sessions',
        summary: 'Sign in with the code or the link of an e-mail',
        body: {
          description:
            'The token of the request, and the code or the link. The answer has a refresh token only if the request has `scope: "offline_access"` or `refresh_token_in: "cookie"`.',
        },
        success: loginSuccess(),
      }),
      handlers: [
        body,
        async (req, res) => {
          sendLogin(res, await emailLogins.complete(inputOf(completeEmailLogin, req), contextOf(req, res)), cookies);
        },
      ],
    }),
  ];
}

const requestedBody = ({ token, expiresInS }: Pick<RequestedCode, 'token' | 'expiresInS'>) =>
  successEnvelope(requestEmailLogin.message, { token, expires_in: expiresInS });

const exampleRequest = { token: 'q3yHk0bQ2aS8vY5rT1xWg4mZ7cK9eU6oP0iL3fD2hB5jN8qV1sX4wA7yC0tR6uEn', expiresInS: 600 };
