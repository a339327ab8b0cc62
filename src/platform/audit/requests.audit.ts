import { auditActions, read, rejected } from './action';

export const requestActions = auditActions.define({
  access_refused: { means: 'An access token was rejected, or did not allow the operation.', event: rejected },
  second_factor_required: {
    means: 'The first step of a login was right, and it waits for a second factor.',
    event: rejected,
  },
  limited: {
    means: 'A request was rejected, because a rate limit was reached, or a challenge was not answered.',
    event: rejected,
  },
  shed: { means: 'A request was rejected, because too many were waiting for password hashing.', event: rejected },
  admin_read: {
    means:
      'A super admin read data. Also recorded for a change that changed nothing, and for a bulk request, because their answers have data.',
    event: read,
  },
  admin_rejected: { means: 'An operation of the administration API was rejected.', event: rejected },
});
