import { tokenPurposes } from '../../platform/one-time-tokens/purpose';

export const verificationPurposes = tokenPurposes.define({
  /** Proves the address of an account. */
  verify_email: {
    link: 'confirm',
    hasCode: true,
    replacesOlder: true,
    isOfAccountAddress: true,
    lifetime: 'verifyEmailS',
  },
  /** Proves the address of a registration that waits. Several registrations of an address can wait. */
  confirm_registration: {
    link: 'confirm',
    hasCode: true,
    replacesOlder: false,
    isOfAccountAddress: false,
    lifetime: 'verifyEmailS',
  },
});
