import { applicationActions } from '../../accounts/applications/applications.audit';
import { clientLimits } from '../../accounts/applications/client.limits';
import { sessionActions } from '../../accounts/sessions/sessions.audit';
import { operationsTagged } from '../../platform/operations/define-operation';
import { limitReached } from '../../platform/operations/error-texts';
import { tokenRequestForm } from './openid.inputs';
import { openidLimits } from './openid.limits';

const defineOperation = operationsTagged('Verification');

export const startAuthorization = defineOperation({
  name: 'startAuthorization',
  rest: [],
  does: 'Begins the sign-in to an application (RFC 6749, section 4.1.1), and sends the browser to the next page.',
  caller: 'anyone',
  limits: [openidLimits.AUTHORIZE_NETWORK, openidLimits.CLIENT_METADATA_NETWORK],
  errors: {
    MALFORMED_REQUEST: 'A parameter is malformed, or occurs twice.',
    VALIDATION_FAILED: 'The client is unknown, its document breaks a rule, or it has not registered the address.',
  },
});

export const decideAuthorization = defineOperation({
  name: 'decideAuthorization',
  rest: [],
  does: 'Continues with the sign-in to an application, and sends the browser back there with a code.',
  caller: 'anyone',
  addsWayIn: true,
  errors: {
    INVALID_TOKEN: 'The sign-in is unknown, was completed, or took more than an hour.',
    VALIDATION_FAILED: 'An application with a document, which the user does not know, must be told an error.',
  },
});

export const issueTokens = defineOperation({
  name: 'issueTokens',
  rest: ['POST /oauth/token'],
  summary: 'Get tokens (RFC 6749)',
  does: 'Returns tokens for a code, the code of a device, a refresh token or the credentials of a client (RFC 6749, section 5). Only an OAuth client can call this operation; a public client sends its `client_id` alone.',
  caller: 'client',
  input: tokenRequestForm,
  takes: 'The grant, and the credentials of the client if they are not in the `Authorization` header.',
  limits: [openidLimits.TOKEN_NETWORK, clientLimits.CLIENT_NETWORK, clientLimits.CLIENT_FAILURES],
  errors: {
    RATE_LIMITED: `${limitReached([openidLimits.TOKEN_NETWORK, clientLimits.CLIENT_NETWORK, clientLimits.CLIENT_FAILURES])} Only failures count, and only they are rejected.`,
    MALFORMED_REQUEST: 'The body is not a well-formed form, a parameter occurs twice, or the URL has parameters.',
    VALIDATION_FAILED:
      'A parameter is missing or wrong, or the client may not use the grant (`unauthorized_client`, `unsupported_grant_type`, `invalid_scope`, `invalid_target`). Or a device has no tokens yet (`authorization_pending`, `slow_down`) or gets none (`access_denied`, `expired_token`).',
    INVALID_TOKEN:
      'The code or the refresh token is wrong, was used, has expired or is of another client, or its session has ended (`invalid_grant`).',
    INVALID_CREDENTIALS: 'The client id is unknown, or the client secret is wrong.',
    UNAUTHENTICATED: 'The credentials of the client are missing or malformed.',
    PAYLOAD_TOO_LARGE: 'The body is larger than 16 kB.',
    UNSUPPORTED_MEDIA_TYPE: 'The body is not a form in UTF-8.',
  },
  rejectedAs: { other: applicationActions.client_rejected, INVALID_TOKEN: sessionActions.refresh_refused },
});
