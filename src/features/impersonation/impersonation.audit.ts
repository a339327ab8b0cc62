import { sessionEvents } from '../../accounts/sessions/sessions.events';
import { auditActions, events } from '../../platform/audit/action';

export const impersonationActions = auditActions.define({
  impersonation_started: {
    label: {
      en: 'A super admin began to act as the user',
      de: 'Ein Superadministrator begann, als der Benutzer zu handeln',
      fr: 'Un super-administrateur a commencé à agir en tant que l’utilisateur',
      es: 'Un superadministrador empezó a actuar como el usuario',
    },
    means: 'A super admin (`actorId`) opened a session to act as a user.',
    event: events(sessionEvents['session.created']),
  },
});
