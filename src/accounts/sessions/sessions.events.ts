import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const sessionEvents = webhookEventTypes.define({
  'session.created': {
    means: {
      en: 'A session was opened.',
      de: 'Eine Sitzung wurde eröffnet.',
      fr: 'Une session a été ouverte.',
      es: 'Se abrió una sesión.',
    },
    example: { ...sessionData, method: 'password', factor: 'totp' },
  },
  'session.revoked': {
    means: {
      en: 'A session ended before it expired.',
      de: 'Eine Sitzung endete vor ihrem Ablauf.',
      fr: 'Une session s’est terminée avant son expiration.',
      es: 'Una sesión terminó antes de caducar.',
    },
    example: sessionData,
  },
  'security.token_reused': {
    means: {
      en: 'A used token was sent again, so its session was ended.',
      de: 'Ein benutztes Token wurde noch einmal gesendet. Darum wurde seine Sitzung beendet.',
      fr: 'Un jeton déjà utilisé a été renvoyé, donc sa session est terminée.',
      es: 'Se volvió a enviar un token ya usado, así que terminó su sesión.',
    },
    example: sessionData,
  },
});
