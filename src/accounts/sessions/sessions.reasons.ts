import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';
import { sessionActions } from './sessions.audit';

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
    recordedAs: sessionActions.refresh_refused,
  },
});

export const sessionEnds = endReasons.define({
  refresh_token_reuse: { means: 'A used refresh token was sent again.' },
  code_reuse: { means: 'An application sent an authorization code twice.' },
  user_disabled: { means: 'An operator disabled the account.' },
  too_many_sessions: {
    means: 'A further login reached SESSIONS_PER_ACCOUNT. This was the least recently used session.',
  },
  expired: { means: 'The session was not used for too long, or reached the end of its lifetime.' },
});
