import { rejectionReasons } from '../../platform/errors/rejection-reason';
import { hookActions } from './hooks.audit';

export const hookReasons = rejectionReasons.define({
  'rejected by the hook': {
    means: 'The hook of `HOOK_BEFORE_REGISTER` has rejected the registration.',
    advice: 'Your service knows why. To create the account nevertheless: `gatehouse users invite`.',
  },
  'no answer of the hook': {
    means: 'The hook of `HOOK_BEFORE_REGISTER` gave no usable answer.',
    advice: 'Read the log, and run `gatehouse doctor`.',
    recordedAs: hookActions.hook_failed,
  },
});
