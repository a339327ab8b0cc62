import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const deletionEvents = webhookEventTypes.define({
  'user.deleted': { means: 'An account was deleted. Until it is erased, it can be restored.', example: sessionData },
});
