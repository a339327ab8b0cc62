import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const legacyReasons = rejectionReasons.define({
  'no answer of the old service': {
    means: 'Only the old service of `LEGACY_URL` knows the password, and gave no usable answer.',
    advice: 'Read the log, and run `gatehouse doctor`.',
    recordedAs: 'rejection',
  },
});
