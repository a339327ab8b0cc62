import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const deviceReasons = rejectionReasons.define({
  'wrong device code': {
    means: 'No sign-in on a device waits with this code: it is mistyped, was decided, or is older than ten minutes.',
    advice: 'Start again on the device, and type its new code.',
  },
});
