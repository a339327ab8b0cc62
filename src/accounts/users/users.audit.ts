import { asked, auditActions, events, read } from '../../platform/audit/action';
import { userEvents } from './users.events';

export const userActions = auditActions.define({
  registered: { means: 'An account was created.', event: events(userEvents['user.created']) },
  user_created: { means: 'An account was created by an operator.', event: events(userEvents['user.created']) },
  user_invited: {
    means: 'An account was created by an operator, and its user was invited.',
    event: events(userEvents['user.created']),
  },
  email_verified: {
    means: 'The e-mail address was verified: by its user or, with an `actorId`, by a super admin.',
    event: events(userEvents['user.email_verified']),
  },
  email_login_requested: { means: 'An e-mail with a code to sign in was requested.', event: asked },
  password_reset_requested: {
    means: 'An e-mail to reset the password was requested, by a person or by a super admin.',
    event: asked,
  },
  email_changed: {
    means:
      'The e-mail address was changed: with the links in the e-mails or, with an `actorId` and a `statedReason`, by a super admin.',
    event: events(userEvents['user.email_changed']),
  },
  identity_linked: {
    means: 'An account at a provider was connected with the account.',
    event: events(userEvents['identity.linked']),
  },
  identity_unlinked: {
    means:
      'An account at a provider was disconnected: by the user, by a super admin (`actorId`), with the first proof of the address, or by undoing a change.',
    event: events(userEvents['identity.unlinked']),
  },
  user_disabled: { means: 'An account was disabled.', event: events(userEvents['user.disabled']) },
  user_enabled: { means: 'An account was enabled.', event: events(userEvents['user.enabled']) },
  users_exported: {
    means: 'An operator exported accounts. Recorded before the first account leaves, and at the end with their number.',
    event: read,
  },
});
