import type { AppError } from '../../platform/errors/app-error';
import type { ErrorCode } from '../../platform/errors/error-table';
import { formExpected, formMalformed } from '../../platform/http/form-body';
import { errorRenderer } from '../../platform/rest/error-handler';
import { about, component, object, oneOf, string } from '../../platform/rest/json-schema';
import type { FailureForm, RouteText } from '../../platform/rest/rest-route';
import { toSnakeCase } from '../../platform/rest/snake-case';
import { keysOf } from '../../platform/runtime/keys-of';
import { applicationReasons } from './applications.reasons';
import { clientRejected } from './client-authenticator';
import { clientAuthenticationMissing } from './client-credentials';

/** The values of `error` (RFC 6749, sections 4.1.2.1 and 5.2), with their meaning. */
export const oauthErrors = {
  invalid_request: 'The request is malformed, or a parameter is missing or occurs twice.',
  invalid_client: 'The authentication of the client failed.',
  invalid_grant:
    'The code, the device code or the refresh token is wrong, was used, has expired or is of another client, or its session has ended.',
  unauthorized_client: 'The client may not use this grant.',
  unsupported_grant_type: 'The service does not have this grant.',
  invalid_scope: 'The scope is more than what was allowed.',
  invalid_target:
    'The `resource` is unknown, not open to this client, or another one than that of the code or the session.',
  authorization_pending: 'The user has not decided yet: the device asks again after the interval.',
  slow_down: 'The same, and the device asks too often: from now on, it waits five seconds longer.',
  access_denied: 'The user did not allow the sign-in on the device.',
  expired_token: 'The code of the device has expired: the device starts again.',
  temporarily_unavailable:
    'Too many authentications failed (429), or the service is not available (503). `Retry-After` has the seconds to wait.',
  server_error: 'An unexpected error in the service.',
} as const;

export type OAuthErrorName = keyof typeof oauthErrors;

const names: Partial<Record<ErrorCode, OAuthErrorName>> = {
  INVALID_CREDENTIALS: 'invalid_client',
  UNAUTHENTICATED: 'invalid_client',
  INVALID_TOKEN: 'invalid_grant',
  RATE_LIMITED: 'temporarily_unavailable',
  SERVICE_UNAVAILABLE: 'temporarily_unavailable',
  INTERNAL: 'server_error',
};

export const oauthErrorNameOf = (code: ErrorCode): OAuthErrorName => names[code] ?? 'invalid_request';

export const challenge = 'Basic realm="Gatehouse", charset="UTF-8"';
const challengeHeader = {
  'WWW-Authenticate': {
    description: 'The challenge of HTTP Basic.',
    schema: { type: 'string', examples: [challenge] },
  },
};

/** The form of errors of RFC 6749, section 5.2, in the OpenAPI document. */
export const oauthFailures: FailureForm = {
  schema: component('OAuthError', 'An error in the form of RFC 6749, section 5.2.', () =>
    object({
      error: oneOf(oauthErrors, 'The reason as a code. A client decides by this code and the status.'),
      error_description: about(string, 'The reason in a sentence, for people. The text can change.'),
    }),
  ),
  headers: { INVALID_CREDENTIALS: challengeHeader, UNAUTHENTICATED: challengeHeader },
  nameOf: oauthErrorNameOf,
  bodyOf: toOAuthError,
};

/** Why the credentials of a client are refused. */
export const clientErrors = () => ({
  INVALID_CREDENTIALS: clientRejected(applicationReasons['wrong client secret']),
  UNAUTHENTICATED: clientAuthenticationMissing(),
});

/** What every form of OAuth has in common in the OpenAPI document. */
export const oauthForm = () =>
  ({
    body: { mediaType: 'application/x-www-form-urlencoded' },
    failure: oauthFailures,
    errors: { MALFORMED_REQUEST: formMalformed(), UNSUPPORTED_MEDIA_TYPE: formExpected() },
  }) as const satisfies Partial<RouteText>;

/** The same for a form with the credentials of a client. */
export const oauthFormOfClient = () => {
  const form = oauthForm();
  return { ...form, errors: { ...form.errors, ...clientErrors() } };
};

/** Renders errors in the form of RFC 6749, section 5.2. */
export const renderOAuthError = errorRenderer(toOAuthError, challenge);

/** The rule of a field can be one of the names, because the codes of Gatehouse are fewer. */
function nameOf({ code, fields: [first] }: AppError): OAuthErrorName {
  return keysOf(oauthErrors).find((name) => name === first?.rule) ?? oauthErrorNameOf(code);
}

function toOAuthError(error: AppError) {
  return { error: nameOf(error), error_description: descriptionOf(error) };
}

/** A description has only visible ASCII characters and spaces, without `"` and `\\`. */
export function descriptionOf({ message, fields }: AppError): string {
  const problems = fields.map(({ field, msg }) => `${toSnakeCase(field)} ${msg}.`);
  const text = problems.length > 0 ? problems.join(' ') : message;
  return text.replaceAll(/["\\]/g, "'").replaceAll(/[^ -~]/g, '?');
}
