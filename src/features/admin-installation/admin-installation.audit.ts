import { auditActions, installation } from '../../platform/audit/action';

export const installationActions = auditActions.define({
  secret_rotated: { means: 'The keys in the database were re-encrypted with another secret.', event: installation },
});
