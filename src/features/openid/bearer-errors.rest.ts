import type { ErrorRequestHandler } from 'express';
import { descriptionOf, oauthErrorNameOf, oauthErrors } from '../../accounts/applications/oauth-errors.rest';
import type { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import { toHttpError } from '../../platform/http/http-error';
import { errorRenderer } from '../../platform/rest/error-handler';
import { about, component, object, oneOf, string } from '../../platform/rest/json-schema';
import type { FailureForm } from '../../platform/rest/rest-route';

/** The values of `error` where a client sends an access token (RFC 6750, section 3.1), with their meaning. */
export const bearerErrors = {
  invalid_token:
    'The access token is missing, not valid, expired or revoked, or its user or its client is disabled or deleted.',
  insufficient_scope: 'The access token lacks the scope that `WWW-Authenticate` names.',
} as const;

const nameOf = (code: ErrorCode) => {
  if (code === 'UNAUTHENTICATED') return 'invalid_token';
  return code === 'FORBIDDEN' ? 'insufficient_scope' : oauthErrorNameOf(code);
};

const bodyOf = (error: AppError) => ({ error: nameOf(error.code), error_description: descriptionOf(error) });

const scopeChallenge = ({ message }: AppError): string =>
  `Bearer realm="Gatehouse", error="insufficient_scope", error_description="${message}", scope="openid"`;
const challengeHeader = {
  'WWW-Authenticate': { description: 'The challenge of RFC 6750, section 3.', schema: { type: 'string' } },
} as const;

/** The form of errors where a client sends an access token with the scope `openid`, in the OpenAPI document. */
export const bearerFailures: FailureForm = {
  schema: component('BearerError', 'An error about an access token (RFC 6750, section 3.1).', () =>
    object({
      error: oneOf(
        {
          ...bearerErrors,
          invalid_request: oauthErrors.invalid_request,
          temporarily_unavailable: oauthErrors.temporarily_unavailable,
          server_error: oauthErrors.server_error,
        },
        'The reason as a code.',
      ),
      error_description: about(string, 'The reason in a sentence, for people. The text can change.'),
    }),
  ),
  headers: { UNAUTHENTICATED: challengeHeader, FORBIDDEN: challengeHeader },
  nameOf,
  bodyOf,
};

const render = errorRenderer(bodyOf);

/** Renders errors in this form. `writeErrorHead` writes the challenge of `UNAUTHENTICATED`. */
export const renderBearerError: ErrorRequestHandler = (thrown, req, res, next) => {
  const error = toHttpError(thrown);
  if (!res.headersSent && error.code === 'FORBIDDEN') res.setHeader('WWW-Authenticate', scopeChallenge(error));
  render(error, req, res, next);
};
