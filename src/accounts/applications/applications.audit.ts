import { auditActions, installation, rejected } from '../../platform/audit/action';

export const applicationActions = auditActions.define({
  client_created: {
    label: { en: 'Client created', de: 'Client angelegt', fr: 'Client créé', es: 'Cliente creado' },
    means: 'An OAuth client was created: by an operator, or when a user allowed something to one with a document.',
    event: installation,
  },
  client_rejected: {
    label: { en: 'Client rejected', de: 'Client abgelehnt', fr: 'Client rejeté', es: 'Cliente rechazado' },
    means: 'The authentication of an OAuth client, or the document of its client id, was rejected.',
    event: rejected,
  },
  app_denied: {
    label: {
      en: 'Did not allow an application',
      de: 'Einer Anwendung nicht zugestimmt',
      fr: 'Autorisation d’une application refusée',
      es: 'Permiso a una aplicación denegado',
    },
    means: 'A user did not allow an application what it asked for.',
    event: rejected,
  },
  app_disconnected: {
    label: {
      en: 'App disconnected',
      de: 'Anwendung getrennt',
      fr: 'Application détachée',
      es: 'Aplicación desconectada',
    },
    means:
      'An application was disconnected: by a signed-in user, with the first proof of the address, or by undoing a change.',
    event: 'The sessions that it ends have their events.',
  },
});
