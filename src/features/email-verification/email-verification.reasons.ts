import { rejectionReasons } from '../../platform/errors/rejection-reason';

export const verificationReasons = rejectionReasons.define({
  'verified address': {
    means: 'The address is verified, so the link can no longer remove the account.',
    advice: 'Delete the account instead.',
  },
  'unverified address': {
    means: 'The password is right, and `EMAIL_VERIFICATION` requires a verified address.',
    advice: 'The user opens the link in the e-mail, which a login sends again.',
  },
  'closed registration': {
    means: '`REGISTRATION` is `closed`.',
    advice: 'Create the account with `gatehouse users invite`.',
  },
});
