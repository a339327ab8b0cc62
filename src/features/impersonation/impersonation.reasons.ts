import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const impersonationReasons = rejectionReasons.define({
  'super admin': {
    means: 'The user is a super admin, as whom nobody can act.',
    advice: 'Choose another user.',
  },
});
