import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const passwordChangeReasons = rejectionReasons.define({
  'changed password': {
    means: 'Another request changed the password at the same time.',
    advice: 'The user tries again with the new password.',
  },
});
