import { mailTemplates } from '../../platform/email/mail-template';

export const webhookMails = mailTemplates.define({
  webhook_disabled: {
    hasLink: false,
    hasCode: false,
    words: {
      en: {
        title: 'A webhook endpoint was disabled',
        text: (product) => [
          `Deliveries to a webhook endpoint of ${product} have failed for five days, or its receiver answered that it is gone. The endpoint was disabled, and gets no more events.`,
        ],
        notMe: 'As a super admin you can see the reason in the console, and enable the endpoint again.',
      },
      de: {
        title: 'Ein Webhook-Endpunkt wurde abgeschaltet',
        text: (product) => [
          `Zustellungen an einen Webhook-Endpunkt von ${product} sind fünf Tage lang fehlgeschlagen, oder der Empfänger hat geantwortet, dass es ihn nicht mehr gibt. Der Endpunkt wurde abgeschaltet und erhält keine Ereignisse mehr.`,
        ],
        notMe: 'Als Super-Admin sehen Sie den Grund in der Konsole und können den Endpunkt wieder einschalten.',
      },
      fr: {
        title: 'Un point de terminaison de webhooks a été désactivé',
        text: (product) => [
          `Les envois à un point de terminaison de webhooks de ${product} échouent depuis cinq jours, ou son destinataire a répondu qu’il n’existe plus. Le point de terminaison a été désactivé et ne reçoit plus d’événements.`,
        ],
        notMe:
          'En tant que super administrateur, vous pouvez voir la raison dans la console et réactiver le point de terminaison.',
      },
      es: {
        title: 'Se ha desactivado un endpoint de webhooks',
        text: (product) => [
          `Las entregas a un endpoint de webhooks de ${product} han fallado durante cinco días, o su receptor respondió que ya no existe. El endpoint se ha desactivado y no recibe más eventos.`,
        ],
        notMe: 'Como superadministrador puede ver el motivo en la consola y volver a activar el endpoint.',
      },
    },
  },
});
