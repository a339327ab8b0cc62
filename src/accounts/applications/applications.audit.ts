import { auditActions, installation } from '../../platform/audit/action';

export const applicationActions = auditActions.define({
  client_created: {
    means: 'An OAuth client was created: by an operator, or when a user allowed something to one with a document.',
    event: installation,
  },
  app_disconnected: {
    means:
      'An application was disconnected: by a signed-in user, with the first proof of the address, or by undoing a change.',
    event: 'The sessions that it ends have their events.',
  },
});
