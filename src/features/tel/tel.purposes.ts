import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const telPurposes = tokenPurposes.define({
  /** Proves a phone number of a signed-in user, in the form of E.164. */
  verify_tel: { hasCode: true, replacesOlder: true, isOfAccountAddress: false, lifetime: 'codeS' },
});
