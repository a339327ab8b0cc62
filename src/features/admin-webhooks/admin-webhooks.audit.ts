import { auditActions, installation } from '../../platform/audit/action';

export const endpointActions = auditActions.define({
  webhook_created: {
    label: {
      en: 'Webhook endpoint created',
      de: 'Webhook-Endpunkt angelegt',
      fr: 'Point de terminaison de webhooks créé',
      es: 'Endpoint de webhooks creado',
    },
    means: 'An endpoint of webhooks was created.',
    event: installation,
  },
  webhook_updated: {
    label: {
      en: 'Webhook endpoint changed',
      de: 'Webhook-Endpunkt geändert',
      fr: 'Point de terminaison de webhooks modifié',
      es: 'Endpoint de webhooks modificado',
    },
    means: 'An endpoint of webhooks was changed, enabled or disabled.',
    event: installation,
  },
  webhook_secret_rotated: {
    label: {
      en: 'Webhook secret replaced',
      de: 'Webhook-Geheimnis ersetzt',
      fr: 'Secret de webhooks remplacé',
      es: 'Secreto de webhooks sustituido',
    },
    means: 'The secret of an endpoint of webhooks was replaced.',
    event: installation,
  },
  webhook_deleted: {
    label: {
      en: 'Webhook endpoint deleted',
      de: 'Webhook-Endpunkt gelöscht',
      fr: 'Point de terminaison de webhooks supprimé',
      es: 'Endpoint de webhooks eliminado',
    },
    means: 'An endpoint of webhooks was deleted.',
    event: installation,
  },
  webhook_tested: {
    label: {
      en: 'Webhook test sent',
      de: 'Webhook-Test gesendet',
      fr: 'Test de webhook envoyé',
      es: 'Prueba de webhook enviada',
    },
    means: 'A super admin sent a test to an endpoint of webhooks.',
    event: installation,
  },
  webhook_retried: {
    label: {
      en: 'Webhook sent again',
      de: 'Webhook erneut gesendet',
      fr: 'Webhook renvoyé',
      es: 'Webhook enviado de nuevo',
    },
    means: 'A super admin made a webhook due again.',
    event: installation,
  },
});
