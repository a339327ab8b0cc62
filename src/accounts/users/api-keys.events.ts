import { accountData, sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

const keyData = { key_id: '01a20e51-0000-7000-8000-000000000002' };

export const apiKeyEvents = webhookEventTypes.define({
  'api_key.created': {
    means: {
      en: 'An API key was created.',
      de: 'Ein API-Schlüssel wurde erstellt.',
      fr: 'Une clé d’API a été créée.',
      es: 'Se creó una clave de API.',
    },
    example: { ...sessionData, ...keyData },
  },
  'api_key.deleted': {
    means: {
      en: 'An API key was deleted.',
      de: 'Ein API-Schlüssel wurde gelöscht.',
      fr: 'Une clé d’API a été supprimée.',
      es: 'Se eliminó una clave de API.',
    },
    example: { ...accountData, ...keyData },
  },
});
