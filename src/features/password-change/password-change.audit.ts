import { auditActions, events, rejected } from '../../platform/audit/action';
import { passwordEvents } from './password-change.events';

export const passwordActions = auditActions.define({
  password_reset: {
    means: 'A user set a new password with a link or a code.',
    event: events(passwordEvents['user.password_changed']),
  },
  password_reset_rejected: { means: 'A reset of the password was rejected.', event: rejected },
  password_changed: {
    means: 'A signed-in user changed the password.',
    event: events(passwordEvents['user.password_changed']),
  },
  password_change_rejected: { means: 'A change of the password was rejected.', event: rejected },
});
