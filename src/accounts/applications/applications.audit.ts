import { auditActions, installation, rejected } from '../../platform/audit/action';

export const applicationActions = auditActions.define({
  client_created: {
    means: 'An OAuth client was created: by an operator, or when a user allowed something to one with a document.',
    event: installation,
  },
  client_rejected: {
    means: 'The authentication of an OAuth client, or the document of its client id, was rejected.',
    event: rejected,
  },
  app_denied: { means: 'A user did not allow an application what it asked for.', event: rejected },
  app_disconnected: {
    means:
      'An application was disconnected: by a signed-in user, with the first proof of the address, or by undoing a change.',
    event: 'The sessions that it ends have their events.',
  },
});
