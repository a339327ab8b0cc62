import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const telEvents = webhookEventTypes.define({
  'user.tel_verified': {
    means: 'The user confirmed a phone number, which can be a new one.',
    example: sessionData,
  },
});
