import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const passwordEvents = webhookEventTypes.define({
  'user.password_changed': {
    means: {
      en: 'The password was set, changed or reset.',
      de: 'Das Passwort wurde gesetzt, geändert oder zurückgesetzt.',
      fr: 'Le mot de passe a été choisi, changé ou réinitialisé.',
      es: 'La contraseña se estableció, se cambió o se restableció.',
    },
    example: sessionData,
  },
});
