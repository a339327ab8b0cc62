import { auditActions, rejected } from '../../platform/audit/action';

export const openidActions = auditActions.define({
  client_rejected: {
    means: 'The authentication of an OAuth client, or the document of its client id, was rejected.',
    event: rejected,
  },
  app_denied: { means: 'A user did not allow an application what it asked for.', event: rejected },
});
