import { asked, auditActions, rejected } from '../../platform/audit/action';

export const verificationActions = auditActions.define({
  registration_requested: {
    means: 'A registration waits for the link in its e-mail. Also recorded if the address has an account.',
    event: asked,
  },
  email_verification_rejected: { means: 'The proof of an e-mail address was rejected.', event: rejected },
});
