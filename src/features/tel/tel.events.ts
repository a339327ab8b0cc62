import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const telEvents = webhookEventTypes.define({
  'user.tel_verified': {
    means: {
      en: 'A phone number was confirmed.',
      de: 'Eine Telefonnummer wurde bestätigt.',
      fr: 'Un numéro de téléphone a été confirmé.',
      es: 'Se confirmó un número de teléfono.',
    },
    example: sessionData,
  },
});
