import { userEvents } from '../../accounts/users/users.events';
import { asked, auditActions, events, rejected } from '../../platform/audit/action';

export const emailChangeActions = auditActions.define({
  email_change_requested: { means: 'A signed-in user asked for another e-mail address.', event: asked },
  email_change_cancelled: { means: 'A user cancelled a change of the e-mail address that waited.', event: asked },
  email_change_undone: {
    means: 'The old e-mail address was restored with the link that it got.',
    event: events(userEvents['user.email_changed']),
  },
  email_change_rejected: {
    means: 'A change of the e-mail address, its cancellation or its undoing was rejected.',
    event: rejected,
  },
});
