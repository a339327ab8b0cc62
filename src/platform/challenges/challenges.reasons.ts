import { requestActions } from '../audit/requests.audit';
import { rejectionReasons } from '../errors/rejection-reason';

export const challengeReasons = rejectionReasons.define({
  'challenge asked': {
    means: 'The request has no answer to a challenge.',
    advice: 'The client answers the challenge of the error. `CHALLENGE_WHEN` says when.',
    recordedAs: requestActions.limited,
  },
  'challenge wrong': {
    means: 'The answer to the challenge is wrong, used or late, or for something else.',
    advice: 'A widget: check its hostname and action.',
    recordedAs: requestActions.limited,
  },
  'challenge site away': {
    means: 'The site of `CHALLENGE_VERIFY_URL` gave no usable answer.',
    advice: 'Run `gatehouse doctor`.',
    recordedAs: requestActions.limited,
  },
});
