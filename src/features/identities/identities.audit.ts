import { auditActions, rejected } from '../../platform/audit/action';

export const identityActions = auditActions.define({
  identity_change_rejected: { means: 'The connection or disconnection of a provider was rejected.', event: rejected },
  provider_rejected: { means: 'The answer of a provider did not confirm the person.', event: rejected },
});
