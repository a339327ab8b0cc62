import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const deletionEvents = webhookEventTypes.define({
  'user.deleted': {
    means: {
      en: 'An account was deleted. Until it is erased, it can be restored.',
      de: 'Ein Konto wurde gelöscht. Bis zur endgültigen Löschung lässt es sich wiederherstellen.',
      fr: 'Un compte a été supprimé. Il peut être rétabli jusqu’à son effacement.',
      es: 'Se eliminó una cuenta. Hasta que se borre, se puede restaurar.',
    },
    example: sessionData,
  },
});
