import { sessionEvents } from '../../accounts/sessions/sessions.events';
import { auditActions, events } from '../../platform/audit/action';

export const impersonationActions = auditActions.define({
  impersonation_started: {
    means: 'A super admin (`actorId`) opened a session to act as a user.',
    event: events(sessionEvents['session.created']),
  },
});
