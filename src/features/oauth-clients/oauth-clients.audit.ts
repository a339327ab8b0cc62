import { auditActions, installation } from '../../platform/audit/action';

export const clientActions = auditActions.define({
  client_updated: {
    label: { en: 'Client changed', de: 'Client geändert', fr: 'Client modifié', es: 'Cliente modificado' },
    means: 'An OAuth client was changed, enabled or disabled.',
    event: installation,
  },
  client_secret_rotated: {
    label: {
      en: 'Secret of a client replaced',
      de: 'Geheimnis eines Clients ersetzt',
      fr: 'Secret d’un client remplacé',
      es: 'Secreto de un cliente reemplazado',
    },
    means: 'The secret of an OAuth client was replaced.',
    event: installation,
  },
  client_deleted: {
    label: { en: 'Client deleted', de: 'Client gelöscht', fr: 'Client supprimé', es: 'Cliente eliminado' },
    means: 'An OAuth client was deleted.',
    event: installation,
  },
});
