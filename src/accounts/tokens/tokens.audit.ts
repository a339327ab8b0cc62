import { auditActions, installation } from '../../platform/audit/action';

export const keyActions = auditActions.define({
  key_added: { means: 'A signing key was added.', event: installation },
  key_retired: { means: 'A signing key was revoked.', event: installation },
});
