import { auditActions } from '../../platform/audit/action';

export const applicationActions = auditActions.define({
  app_disconnected: {
    means:
      'An application was disconnected: by a signed-in user, with the first proof of the address, or by undoing a change.',
    event: 'The sessions that it ends have their events.',
  },
});
