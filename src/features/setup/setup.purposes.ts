import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const setupPurposes = tokenPurposes.define({
  /** Creates the first super admin. */
  setup: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
});
