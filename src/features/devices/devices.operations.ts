import { requestActions } from '../../platform/audit/requests.audit';
import { operationsTagged } from '../../platform/operations/define-operation';
import { deviceActions } from './devices.audit';
import { deviceAuthorizationForm } from './devices.inputs';
import { deviceLimits } from './devices.limits';

const defineOperation = operationsTagged('Verification');

export const startDeviceSignIn = defineOperation({
  name: 'startDeviceSignIn',
  rest: ['POST /oauth/device'],
  summary: 'Get the codes of a device (RFC 8628)',
  does: 'Returns a code that the user types on a page in a browser elsewhere, and a code with which the device then asks for its tokens at `/oauth/token` (RFC 8628, section 3.2). Only for a public client of the operator with `deviceGrant`.',
  caller: 'anyone',
  input: deviceAuthorizationForm,
  takes: 'The client, and what it asks for.',
  limits: [deviceLimits.DEVICE_NETWORK],
  errors: {
    MALFORMED_REQUEST: 'The body is not a well-formed form, a parameter occurs twice, or the URL has parameters.',
    VALIDATION_FAILED:
      'The client is unknown or may not do this, or a parameter is missing or wrong (`unauthorized_client`, `invalid_scope`, `invalid_target`).',
    SERVICE_UNAVAILABLE: 'The database is unavailable, or 1000 devices wait.',
    PAYLOAD_TOO_LARGE: 'The body is larger than 16 kB.',
    UNSUPPORTED_MEDIA_TYPE: 'The body is not a form in UTF-8.',
  },
});

export const decideDeviceSignIn = defineOperation({
  name: 'decideDeviceSignIn',
  rest: [],
  does: 'Finds the sign-in on a device by the code that the user types, and allows or denies it.',
  caller: 'anyone',
  limits: [deviceLimits.DEVICE_CODE],
  errors: {
    INVALID_TOKEN: 'The code is wrong, was decided, or has expired.',
    UNAUTHENTICATED: 'Nobody is signed in on the pages.',
    STEP_UP_REQUIRED: 'The user has a second factor that this session has not used.',
    FORBIDDEN: 'A super admin acts as the user.',
  },
  rejectedAs: {
    other: requestActions.access_refused,
    INVALID_TOKEN: deviceActions.device_code_failed,
  },
});
