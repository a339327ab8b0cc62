import { auditActions, installation } from '../audit/action';

export const webhookActions = auditActions.define({
  webhook_disabled: {
    means: 'Gatehouse disabled an endpoint of webhooks, because its receiver is gone or failed for five days.',
    event: installation,
  },
});
