import type { AccountDeletions } from '../account-deletion/account-deletions';
import { AccessRightsService } from '../administration/access-rights.service';
import { AccountUpdatesService } from '../administration/account-updates.service';
import { Activity } from '../administration/activity';
import { AdminAccess } from '../administration/admin-access';
import { AdminAuditService } from '../administration/admin-audit.service';
import { AdminBulkService } from '../administration/admin-bulk.service';
import { AdminExportService } from '../administration/admin-export.service';
import { AdminInstallationService, type ExamineInstallation } from '../administration/admin-installation.service';
import { AdminMessagesService } from '../administration/admin-messages.service';
import { AdminUserChangesService } from '../administration/admin-user-changes.service';
import { AdminUsersService } from '../administration/admin-users.service';
import { AuditService } from '../administration/audit.service';
import { ImpersonationService } from '../administration/impersonation.service';
import { InvitationsService } from '../administration/invitations.service';
import { UsersService } from '../administration/users.service';
import { createAccountKeys } from '../audit/audit-log';
import type { Authenticator } from '../auth/authenticator';
import type { Config } from '../config/config';
import { createLinks } from '../email/links';
import type { Log } from '../observability/log';
import type { RunOperation } from '../operations/run-operation';
import type { RateLimits } from '../rate-limits/rate-limits';
import type { AccessTokens } from '../tokens/access-token';
import type { Core } from './core';
import type { Stores } from './stores';

/** The operations of super admins, behind both APIs. */
export interface AdminServices {
  users: AdminUsersService;
  userChanges: AdminUserChangesService;
  bulk: AdminBulkService;
  exports: AdminExportService;
  audit: AdminAuditService;
  messages: AdminMessagesService;
  installation: AdminInstallationService;
  impersonation: ImpersonationService;
}

interface Dependencies {
  core: Core;
  stores: Stores;
  operation: RunOperation;
  authenticator: Authenticator;
  rateLimits: RateLimits;
  deletions: AccountDeletions;
  examine: ExamineInstallation;
  accessTokens: AccessTokens;
  log: Log;
}

/** Returns null if the administration API is off. */
export function createAdminServices(
  {
    admin: settings,
    publicUrl,
    email,
    impersonationNotice,
  }: Pick<Config, 'admin' | 'publicUrl' | 'email' | 'impersonationNotice'>,
  parts: Dependencies,
): AdminServices | null {
  if (!settings.enabled) return null;
  const { core, stores, operation, authenticator, rateLimits, deletions, examine, accessTokens, log } = parts;
  const { reading } = stores;
  const { clock, liveSessions, oneTimeTokens, outbox } = core;
  const access = new AdminAccess({
    settings,
    run: operation,
    authenticator,
    users: stores.users,
    audit: stores.audit,
    rateLimits,
    clock,
  });
  const changes = new UsersService({
    stores,
    sessions: liveSessions,
    hash: setsNoPassword,
    openPasswordPolicy: setsNoPassword,
    outbox,
    clock,
  });
  const rights = new AccessRightsService(stores, liveSessions, clock);
  const updates = new AccountUpdatesService({ stores, oneTimeTokens, outbox, liveSessions, rights, rateLimits, clock });
  const invitations = new InvitationsService({
    stores,
    oneTimeTokens,
    outbox,
    linkOf: createLinks(publicUrl, email),
    rateLimits,
    clock,
  });
  const { accountKeyOf } = createAccountKeys(core.derivationKey.derive);
  const audit = new AuditService({
    store: stores.audit,
    reading: reading.audit,
    users: stores.users,
    sessions: liveSessions,
    clients: stores.oauthClients,
    accountKeyOf,
  });
  const notice = { notice: impersonationNotice };
  return {
    impersonation: new ImpersonationService({
      admin: access,
      stores,
      accessTokens,
      liveSessions,
      outbox,
      settings: notice,
      clock,
    }),
    users: new AdminUsersService(access, stores.userLists, reading.userLists, liveSessions),
    userChanges: new AdminUserChangesService({
      admin: access,
      lists: stores.userLists,
      users: changes,
      rights,
      updates,
      invitations,
      deletions,
    }),
    bulk: new AdminBulkService({ admin: access, lists: stores.userLists, users: changes, updates, deletions, log }),
    exports: new AdminExportService(access, reading.userLists, stores.audit, clock),
    audit: new AdminAuditService(access, reading.audit, stores.users, audit, accountKeyOf),
    messages: new AdminMessagesService(access, stores, clock),
    installation: new AdminInstallationService(access, core.keys, examine, new Activity(reading.audit, clock)),
  };
}

/** ASVS 5.0, 6.4.6: an administrator never sets the password of a user. */
const setsNoPassword = (): never => {
  throw new Error('the administration API sets no password');
};
