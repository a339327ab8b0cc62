import { auditActions, read } from '../../platform/audit/action';

export const ownDataActions = auditActions.define({
  data_exported: { means: 'A user exported their own data. Recorded before the first row leaves.', event: read },
});
