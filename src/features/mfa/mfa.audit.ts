import { auditActions } from '../../platform/audit/action';

export const mfaActions = auditActions.define({
  stepped_up: { means: 'A signed-in user proved again who they are.', event: 'The session is the same.' },
});
