import { auditActions, rejected } from '../../platform/audit/action';

export const authActions = auditActions.define({
  registration_refused: { means: 'A registration was rejected.', event: rejected },
  login_failed: { means: 'A login was rejected.', event: rejected },
  second_factor_failed: {
    means: 'The second factor of a login or a step-up was rejected, or the password of a step-up.',
    event: rejected,
  },
  password_listed: {
    means: 'The right password of a login is on a list. Recorded once for each password.',
    event: 'Nothing has changed.',
  },
});
