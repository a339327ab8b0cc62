import { updated } from '../../accounts/users/users.events';
import { auditActions } from '../../platform/audit/action';

export const adminUserActions = auditActions.define({
  user_updated: { means: 'A super admin changed the data of an account.', event: updated() },
  roles_changed: { means: 'The roles of a user were changed.', event: updated('roles') },
  super_admin_granted: { means: 'A user became a super admin.', event: updated('is_super_admin') },
  super_admin_revoked: { means: 'A user is no longer a super admin.', event: updated('is_super_admin') },
  limits_lifted: {
    means: 'A super admin lifted the limits of failed logins of an account.',
    event: 'The account is the same.',
  },
});
