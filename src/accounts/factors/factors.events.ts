import { sessionData, webhookEventTypes } from '../../platform/webhooks/event-type';

export const factorEvents = webhookEventTypes.define({
  'factor.added': {
    means: 'A second factor was added: `factor` says which.',
    example: { ...sessionData, factor: 'totp' },
  },
  'factor.removed': { means: 'Second factors were removed.', example: { ...sessionData, factor: 'totp' } },
});
