import { auditActions, installation } from '../../platform/audit/action';

export const endpointActions = auditActions.define({
  webhook_created: { means: 'An endpoint of webhooks was created.', event: installation },
  webhook_updated: { means: 'An endpoint of webhooks was changed, enabled or disabled.', event: installation },
  webhook_secret_rotated: { means: 'The secret of an endpoint of webhooks was replaced.', event: installation },
  webhook_deleted: { means: 'An endpoint of webhooks was deleted.', event: installation },
  webhook_tested: { means: 'A super admin sent a test to an endpoint of webhooks.', event: installation },
  webhook_retried: { means: 'A super admin made a webhook due again.', event: installation },
});
