import { auditActions, installation } from '../audit/action';

export const webhookActions = auditActions.define({
  webhook_disabled: {
    label: {
      en: 'Webhook endpoint disabled',
      de: 'Webhook-Endpunkt abgeschaltet',
      fr: 'Point de terminaison de webhooks désactivé',
      es: 'Endpoint de webhooks desactivado',
    },
    means: 'Gatehouse disabled an endpoint of webhooks, because its receiver is gone or failed for five days.',
    event: installation,
  },
});
