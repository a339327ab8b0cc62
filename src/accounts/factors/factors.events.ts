import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const factorEvents = webhookEventTypes.define({
  'factor.added': {
    means: {
      en: 'A second factor was added.',
      de: 'Ein zweiter Faktor wurde hinzugefügt.',
      fr: 'Un second facteur a été ajouté.',
      es: 'Se añadió un segundo factor.',
    },
    example: { ...sessionData, factor: 'totp' },
  },
  'factor.removed': {
    means: {
      en: 'Second factors were removed.',
      de: 'Zweite Faktoren wurden entfernt.',
      fr: 'Des seconds facteurs ont été retirés.',
      es: 'Se quitaron segundos factores.',
    },
    example: { ...sessionData, factor: 'totp' },
  },
});
