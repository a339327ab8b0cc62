import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const mfaPurposes = tokenPurposes.define({
  /** A login whose first step was right, and that waits for a second factor. */
  complete_login: { hasCode: false, replacesOlder: false, isOfAccountAddress: false },
});
