import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const deletionPurposes = tokenPurposes.define({
  cancel_deletion: { link: 'cancelDeletion', hasCode: false, replacesOlder: false, isOfAccountAddress: false },
});
