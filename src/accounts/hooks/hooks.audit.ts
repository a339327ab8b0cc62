import { auditActions, rejected } from '../../platform/audit/action';

export const hookActions = auditActions.define({
  hook_failed: {
    means: 'The hook (`HOOK_BEFORE_REGISTER`) gave no usable answer, so a registration was rejected.',
    event: rejected,
  },
});
