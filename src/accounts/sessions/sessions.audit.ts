import { auditActions, events, rejected } from '../../platform/audit/action';
import { sessionEvents } from './sessions.events';

export const sessionActions = auditActions.define({
  logged_in: {
    label: { en: 'Logged in', de: 'Angemeldet', fr: 'Connecté', es: 'Sesión iniciada' },
    means: 'A session was opened.',
    event: events(sessionEvents['session.created']),
  },
  app_authorized: {
    label: {
      en: 'Signed in to an application',
      de: 'Bei einer Anwendung angemeldet',
      fr: 'Connecté à une application',
      es: 'Sesión iniciada en una aplicación',
    },
    means: 'An application (OAuth client, `clientId`) into which a user signed in got its tokens.',
    event: events(sessionEvents['session.created']),
  },
  token_reused: {
    label: {
      en: 'Used token sent again, session ended',
      de: 'Benutztes Token erneut gesendet, Sitzung beendet',
      fr: 'Jeton utilisé renvoyé, session terminée',
      es: 'Token usado enviado de nuevo, sesión cerrada',
    },
    means: 'A used refresh token was sent again, so its session was ended.',
    event: events(sessionEvents['security.token_reused'], sessionEvents['session.revoked']),
  },
  code_reused: {
    label: {
      en: 'Authorization code sent again, session ended',
      de: 'Autorisierungscode erneut gesendet, Sitzung beendet',
      fr: 'Code d’autorisation renvoyé, session terminée',
      es: 'Código de autorización enviado de nuevo, sesión cerrada',
    },
    means: 'An application sent an authorization code again, so the session that the code had opened was ended.',
    event: events(sessionEvents['security.token_reused'], sessionEvents['session.revoked']),
  },
  refresh_refused: {
    label: {
      en: 'Refresh rejected',
      de: 'Erneuerung abgelehnt',
      fr: 'Renouvellement rejeté',
      es: 'Renovación rechazada',
    },
    means: 'A refresh token, or the code of an application, was rejected.',
    event: rejected,
  },
  session_ended: {
    label: { en: 'Session ended', de: 'Sitzung beendet', fr: 'Session terminée', es: 'Sesión cerrada' },
    means: 'A session, or all sessions of an account, ended before they expired.',
    event: events(sessionEvents['session.revoked']),
  },
});
