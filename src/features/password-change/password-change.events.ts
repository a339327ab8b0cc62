import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const passwordEvents = webhookEventTypes.define({
  'user.password_changed': { means: 'The password was set, changed or reset.', example: sessionData },
});
