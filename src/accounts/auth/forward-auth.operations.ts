import { operationsTagged } from '../../platform/operations/define-operation';

const defineOperation = operationsTagged('Verification');

export const verify = defineOperation({
  name: 'verify',
  rest: ['ANY /auth/verify', 'ANY /auth/verify/*'],
  summary: 'Verify the access token of a request, for a reverse proxy',
  does: 'Verifies the access token or API key in the `Authorization` header. A reverse proxy calls it for each request: after 200 it forwards the request, otherwise it returns the error to the client.',
  message: 'The access token is valid.',
  caller: 'user',
  errors: {
    MALFORMED_REQUEST: 'The header `X-Gatehouse-Require` is not well-formed, or the request is not well-formed HTTP.',
    STEP_UP_REQUIRED:
      'The proxy has sent `X-Gatehouse-Require`, and the last proof of the user is weaker or older than that. The client calls `stepUp`, and sends the request again. An application sends the person to `/oauth/authorize` with `acr_values` or `max_age`.',
    FORBIDDEN:
      'An application or an API key lacks the scope of `X-Gatehouse-Require`, an API key is sent and the header has `no-keys`, or the key is for an API of `RESOURCES`.',
    SERVICE_UNAVAILABLE: 'The service is starting, or the database did not answer.',
  },
  openToImpersonation: true,
  openToApplications: 'openid',
  // Without the limit of wrong keys: nginx passes on 401 and 403 alone, and answers 500 instead of 429.
  openToApiKeys: true,
  traffic: 'check',
});
