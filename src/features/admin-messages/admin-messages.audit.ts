import { auditActions, installation } from '../../platform/audit/action';

export const adminMessageActions = auditActions.define({
  message_retried: { means: 'A super admin made a mail due again.', event: installation },
});
