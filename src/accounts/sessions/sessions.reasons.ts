import { requestActions } from '../../platform/audit/requests.audit';
import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const sessionReasons = rejectionReasons.define({
  'unknown token': {
    means: 'The refresh token is of another installation, or its session was removed long ago.',
    advice: 'The user signs in again.',
  },
  'used token': {
    means: 'The refresh token was used before and may be stolen, so its session was ended.',
    advice: 'The user signs in again. The client must store each new refresh token.',
    // The statement that ends the session records the event.
    recordedAs: null,
  },
  'cookie not accepted': {
    means: 'The refresh cookie came from an origin outside of `CORS_ORIGINS`, or not from a script.',
    advice: 'Add the origin of your application.',
    recordedAs: requestActions.refresh_refused,
  },
});
