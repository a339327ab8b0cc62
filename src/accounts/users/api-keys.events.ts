import { accountData, sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

const keyData = { key_id: '01a20e51-0000-7000-8000-000000000002' };

export const apiKeyEvents = webhookEventTypes.define({
  'api_key.created': { means: 'An API key was created.', example: { ...sessionData, ...keyData } },
  'api_key.deleted': {
    means: 'An API key was deleted. Without `key_id`, all keys of the user were.',
    example: { ...accountData, ...keyData },
  },
});
