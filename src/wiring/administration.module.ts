import { AccountUpdatesService } from '../features/administration/account-updates.service';
import { Activity } from '../features/administration/activity';
import { AdminAccess } from '../features/administration/admin-access';
import { AdminAuditService } from '../features/administration/admin-audit.service';
import { AdminBulkService } from '../features/administration/admin-bulk.service';
import { AdminExportService } from '../features/administration/admin-export.service';
import {
  AdminInstallationService,
  type ExamineInstallation,
} from '../features/administration/admin-installation.service';
import { AdminMessagesService } from '../features/administration/admin-messages.service';
import { AdminUserChangesService } from '../features/administration/admin-user-changes.service';
import { AdminUsersService } from '../features/administration/admin-users.service';
import { ImpersonationService } from '../features/administration/impersonation.service';
import type { Deletions } from './account-deletion.module';
import { accessRightsOf, auditServiceOf, invitationsOf, usersServiceOf } from './operator-services';
import type { Platform } from './platform';

/** The operations of super admins, behind both APIs. */
export type AdminServices = NonNullable<ReturnType<typeof administrationModule>>;

/** Returns null if the administration API is off. */
export function administrationModule(platform: Platform, { deletions }: Deletions, examine: ExamineInstallation) {
  const { config, stores, operation, liveSessions, rateLimits, accountKeys, keys, clock, log } = platform;
  if (!config.admin.enabled) return null;
  const { reading, userLists: lists } = stores;
  const admin = new AdminAccess({
    ...platform,
    settings: config.admin,
    run: operation,
    users: stores.users,
    audit: stores.audit,
  });
  const users = usersServiceOf(platform, { hash: setsNoPassword, openPasswordPolicy: setsNoPassword });
  const rights = accessRightsOf(platform);
  const updates = new AccountUpdatesService({ ...platform, rights });
  const invitations = invitationsOf(platform, rateLimits);
  const audit = auditServiceOf(platform);
  const changes = { admin, lists, users, rights, updates, invitations, deletions, log };
  const { accountKeyOf } = accountKeys;
  return {
    impersonation: new ImpersonationService({ ...platform, admin, settings: { notice: config.impersonationNotice } }),
    users: new AdminUsersService(admin, lists, reading.userLists, liveSessions),
    userChanges: new AdminUserChangesService(changes),
    bulk: new AdminBulkService(changes),
    exports: new AdminExportService(admin, reading.userLists, stores.audit, clock),
    audit: new AdminAuditService(admin, reading.audit, stores.users, audit, accountKeyOf),
    messages: new AdminMessagesService(admin, stores, clock),
    installation: new AdminInstallationService(admin, keys, examine, new Activity(reading.audit, clock)),
  };
}

/** ASVS 5.0, 6.4.6: an administrator never sets the password of a user. */
const setsNoPassword = (): never => {
  throw new Error('the administration API sets no password');
};
