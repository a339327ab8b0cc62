import { applicationActions } from '../../accounts/applications/applications.audit';
import { clientLimits } from '../../accounts/applications/client.limits';
import { revocationsInput, tokenForm } from '../../accounts/applications/oauth-clients.inputs';
import { type Declaration, operationsTagged } from '../../platform/operations/define-operation';
import { limitReached } from '../../platform/operations/error-texts';

const defineOperation = operationsTagged('Verification');

const whoCalls = 'Only an OAuth client calls it, with its id and secret in HTTP Basic or in the form.';

/** OAuth defines both operations: a client authenticates, and sends a form. */
const ofClients = {
  caller: 'client',
  input: tokenForm,
  takes:
    'A token, and the credentials of the client if they are not in the `Authorization` header. Each parameter occurs at most once.',
  limits: [clientLimits.CLIENT_NETWORK, clientLimits.CLIENT_FAILURES],
  errors: {
    MALFORMED_REQUEST:
      'The body is not a well-formed form, a parameter occurs twice, or the URL has parameters. Parameters belong in the body.',
    VALIDATION_FAILED: '`token` is missing, or the client authenticates in more than one way.',
    INVALID_CREDENTIALS: 'The client id is unknown, or the client secret is wrong. Both cases get the same answer.',
    UNAUTHENTICATED:
      'The client id or the client secret is missing or malformed, or the client authenticates in a way that is not supported.',
    PAYLOAD_TOO_LARGE: 'The body is larger than 16 kB.',
    UNSUPPORTED_MEDIA_TYPE:
      'The content type is not `application/x-www-form-urlencoded`, its charset is not UTF-8, or the body has a content encoding.',
    RATE_LIMITED: `${limitReached([clientLimits.CLIENT_NETWORK, clientLimits.CLIENT_FAILURES])} Only failed authentications of clients count.`,
    SERVICE_UNAVAILABLE: 'The service is starting, or the database did not answer. The token may still be active.',
  },
  rejectedAs: applicationActions.client_rejected,
} as const satisfies Partial<Declaration>;

export const introspectToken = defineOperation({
  name: 'introspectToken',
  rest: ['POST /oauth/introspect'],
  summary: 'Check a token (RFC 7662)',
  does: `Returns whether an access token or a refresh token is active, and its user, session and times. A service of the operator can ask about every token, every other client about its own. ${whoCalls}`,
  ...ofClients,
  traffic: 'check',
});

export const revokeToken = defineOperation({
  name: 'revokeToken',
  rest: ['POST /oauth/revoke'],
  summary: 'Revoke a token (RFC 7009)',
  does: `Ends the session of an access token or a refresh token, so that Gatehouse rejects all its tokens. Any other text, or a token of another application, ends nothing and is a success. ${whoCalls} A public client sends its id alone.`,
  ...ofClients,
});

export const revocations = defineOperation({
  name: 'revocations',
  rest: ['GET /auth/revocations'],
  summary: 'Read the revocations',
  does: 'Returns the sessions and the accounts whose access tokens were revoked, so that a service that verifies tokens itself rejects them. Only a service of the operator calls it, with its id and secret in HTTP Basic.',
  message: 'Revocations returned.',
  caller: 'client',
  input: revocationsInput,
  limits: ofClients.limits,
  errors: {
    VALIDATION_FAILED: '`after` occurs twice, or is too long.',
    INVALID_CREDENTIALS: ofClients.errors.INVALID_CREDENTIALS,
    UNAUTHENTICATED: 'The client id or the client secret is missing or malformed.',
    FORBIDDEN: 'The client is an application, or belongs to a third party.',
    CURSOR_EXPIRED: 'The cursor is older than the longest access token, or not one of this installation.',
    RATE_LIMITED: ofClients.errors.RATE_LIMITED,
    SERVICE_UNAVAILABLE: 'The service is starting, or the database did not answer.',
  },
  traffic: 'check',
  rejectedAs: applicationActions.client_rejected,
});
