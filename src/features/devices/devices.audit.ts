import { auditActions, rejected } from '../../platform/audit/action';

export const deviceActions = auditActions.define({
  device_code_failed: {
    means: 'Somebody typed a code of a device that does not exist, was decided, or has expired.',
    event: rejected,
  },
});
