import { rejectionReasons } from '../../platform/errors/rejection-reason';

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
