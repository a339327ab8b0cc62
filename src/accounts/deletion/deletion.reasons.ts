import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const deletionReasons = rejectionReasons.define({
  'deleted account': {
    means: 'The account is deleted, and not erased yet.',
    advice: 'The link in the e-mail or `gatehouse users enable` restores it.',
  },
});
