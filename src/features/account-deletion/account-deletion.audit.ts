import { auditActions, rejected } from '../../platform/audit/action';

export const accountDeletionActions = auditActions.define({
  deletion_rejected: { means: 'A deletion, or its cancellation, was rejected.', event: rejected },
});
