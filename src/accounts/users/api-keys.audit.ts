import { auditActions, events } from '../../platform/audit/action';
import { apiKeyEvents } from './api-keys.events';

export const apiKeyActions = auditActions.define({
  api_key_created: {
    label: { en: 'API key created', de: 'API-Schlüssel erstellt', fr: 'Clé d’API créée', es: 'Clave de API creada' },
    means: 'An API key was created.',
    event: events(apiKeyEvents['api_key.created']),
  },
  api_key_deleted: {
    label: {
      en: 'API key deleted',
      de: 'API-Schlüssel gelöscht',
      fr: 'Clé d’API supprimée',
      es: 'Clave de API eliminada',
    },
    means:
      'An API key was deleted: by the user, a super admin (`actorId`), or the change of the account in `reason`. Without `keyId`, all were.',
    event: events(apiKeyEvents['api_key.deleted']),
  },
});
