import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { endReasons } from '../../platform/errors/session-end';

export const passwordChangeReasons = rejectionReasons.define({
  'changed password': {
    means: 'Another request changed the password at the same time.',
    advice: 'The user tries again with the new password.',
  },
});

export const passwordChangeEnds = endReasons.define({
  password_changed: { means: 'The user changed the password.' },
  password_reset: { means: 'The user reset the password.' },
});
