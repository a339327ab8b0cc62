import { auditActions, events, rejected } from '../../platform/audit/action';
import { sessionEvents } from './sessions.events';

export const sessionActions = auditActions.define({
  logged_in: { means: 'A session was opened.', event: events(sessionEvents['session.created']) },
  app_authorized: {
    means: 'An application (OAuth client, `clientId`) into which a user signed in got its tokens.',
    event: events(sessionEvents['session.created']),
  },
  token_reused: {
    means: 'A used refresh token was sent again, so its session was ended.',
    event: events(sessionEvents['security.token_reused'], sessionEvents['session.revoked']),
  },
  code_reused: {
    means: 'An application sent an authorization code again, so the session that the code had opened was ended.',
    event: events(sessionEvents['security.token_reused'], sessionEvents['session.revoked']),
  },
  refresh_refused: { means: 'A refresh token, or the code of an application, was rejected.', event: rejected },
  session_ended: {
    means: 'A session, or all sessions of an account, ended before they expired.',
    event: events(sessionEvents['session.revoked']),
  },
});
