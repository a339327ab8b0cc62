import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const sessionEvents = webhookEventTypes.define({
  'session.created': {
    means: 'A session was opened. After a login, `method` says how it began, and `factor` which second factor it used.',
    example: { ...sessionData, method: 'password', factor: 'totp' },
  },
  'session.revoked': {
    means:
      'A session ended before it expired. Without `session_id`, all sessions of the user, except `except_session_id`.',
    example: sessionData,
  },
  'security.token_reused': {
    means: 'A used refresh token or authorization code was sent again, so its session was ended.',
    example: sessionData,
  },
});
