import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const deletionReasons = rejectionReasons.define({
  'deleted account': {
    means: 'The account is deleted, and not erased yet.',
    advice: 'The link in the e-mail or `gatehouse users enable` restores it.',
  },
});

export const deletionEnds = endReasons.define({
  account_deleted: { means: 'The account was deleted.' },
});
