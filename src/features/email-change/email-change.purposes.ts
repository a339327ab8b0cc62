import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const changePurposes = tokenPurposes.define({
  /** Proves the new address of a change. */
  change_email: {
    link: 'changeEmail',
    hasCode: true,
    replacesOlder: true,
    isOfAccountAddress: false,
    lifetime: 'verifyEmailS',
  },
  /** Allows the change from the old address. */
  approve_email_change: {
    link: 'changeEmail',
    hasCode: true,
    replacesOlder: true,
    isOfAccountAddress: true,
    lifetime: 'verifyEmailS',
  },
});
