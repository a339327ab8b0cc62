import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const mfaReasons = rejectionReasons.define({
  'changed account': {
    means: 'The sessions ended or the second factors changed during the login.',
    advice: 'The user signs in again.',
  },
});
