import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const applicationReasons = rejectionReasons.define({
  'unknown client': {
    means: 'No OAuth client has this client id, or it is disabled.',
    advice: 'Use an id of `gatehouse clients list`.',
  },
  'wrong client secret': {
    means: 'The client secret is wrong, or was replaced more than 24 hours ago.',
    advice: 'Set the right one, or a new one: `gatehouse clients rotate-secret`.',
  },
});

export const applicationEnds = endReasons.define({
  app_disconnected: { means: 'The application of the session was disconnected.' },
});
