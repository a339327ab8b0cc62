import { auditActions, installation } from '../../platform/audit/action';

export const clientActions = auditActions.define({
  client_updated: { means: 'An OAuth client was changed, enabled or disabled.', event: installation },
  client_secret_rotated: { means: 'The secret of an OAuth client was replaced.', event: installation },
  client_deleted: { means: 'An OAuth client was deleted.', event: installation },
});
