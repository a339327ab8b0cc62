import { AdminAccess } from '../accounts/admin-access/admin-access';
import { AdminAuditService } from '../features/admin-audit/admin-audit.service';
import { Activity } from '../features/admin-installation/activity';
import {
  AdminInstallationService,
  type ExamineInstallation,
} from '../features/admin-installation/admin-installation.service';
import { AdminMessagesService } from '../features/admin-messages/admin-messages.service';
import { AdminBulkService } from '../features/admin-users/admin-bulk.service';
import { AdminExportService } from '../features/admin-users/admin-export.service';
import { SignInStates } from '../features/admin-users/sign-in-states';
import { UserAdministrationService } from '../features/admin-users/user-administration.service';
import { UserDataService } from '../features/admin-users/user-data.service';
import { UserDirectoryService } from '../features/admin-users/user-directory.service';
import { AdminWebhooksService } from '../features/admin-webhooks/admin-webhooks.service';
import { hasEmailLogin } from '../features/email-login/email-login.settings';
import { ImpersonationService } from '../features/impersonation/impersonation.service';
import { AdminImportService } from '../features/imports/admin-import.service';
import { ClientAdministrationService } from '../features/oauth-clients/client-administration.service';
import { OrganizationAdministrationService } from '../features/organizations/organization-administration.service';
import { SetupService } from '../features/setup/setup.service';
import { TelAdministrationService } from '../features/tel/tel-administration.service';
import type { Deletions } from './account-deletion';
import { auditSearchOf } from './admin-audit';
import { accessRightsOf, invitationsOf, userLifecycleOf } from './admin-users';
import { webhookEndpointsOf } from './admin-webhooks';
import type { AccountRules } from './email-verification';
import { oauthClientsOf } from './oauth-clients';
import { managedOrganizationsOf } from './organizations';
import type { Passwords } from './passwords';
import type { Sessions } from './sessions';
import type { Shared } from './shared';

/** The operations of super admins, behind both APIs. */
export type AdminServices = NonNullable<ReturnType<typeof createAdministration>>;

type Needs = Deletions & Passwords & Pick<Sessions, 'twoStep'> & Pick<AccountRules, 'loginPolicy'>;

/** Returns null if the administration API is off. */
export function createAdministration(shared: Shared, needs: Needs, examine: ExamineInstallation) {
  const { deletions } = needs;
  const { config, stores, operation, liveSessions, rateLimits, accountKeys, userFields, keys, clock, log } = shared;
  if (!config.admin.enabled) return null;
  const { reading, userLists: lists } = stores;
  const admin = new AdminAccess({
    ...shared,
    settings: config.admin,
    run: operation,
    users: stores.users,
    clients: stores.oauthClients,
    audit: stores.audit,
  });
  const users = userLifecycleOf(shared, { hash: setsNoPassword, openPasswordPolicy: setsNoPassword });
  const rights = accessRightsOf(shared);
  const updates = new UserDataService({ ...shared, rights });
  const invitations = invitationsOf(shared, rateLimits);
  const audit = auditSearchOf(shared);
  const signIns = new SignInStates({
    ...shared,
    audit: stores.audit,
    rules: {
      passkeys: config.passkeys,
      emailLogin: hasEmailLogin(config),
      providers: config.providers.map(({ id }) => id),
      mustVerify: (account) => needs.loginPolicy.mustVerify(account),
      isTwoStepOn: (account) => needs.twoStep.isOn({ ...account, user: account }),
    },
  });
  const changes = { signIns, admin, lists, users, rights, updates, invitations, deletions, userFields, log };
  const { accountKeyOf } = accountKeys;
  return {
    userFields,
    impersonation: new ImpersonationService({ ...shared, admin, settings: { notice: config.impersonationNotice } }),
    users: new UserDirectoryService(
      admin,
      lists,
      reading.userLists,
      {
        sessions: liveSessions,
        identities: stores.identities,
        apiKeys: (userId) => stores.apiKeys.list(userId, clock()),
        organizations: config.organizations && stores.organizations,
        signIns,
      },
      userFields,
    ),
    userChanges: new UserAdministrationService(changes),
    bulk: new AdminBulkService({ ...changes, timeLimits: shared.timeLimits }),
    imports: new AdminImportService(admin, () => importsModule().createImportEngine(shared)),
    exports: new AdminExportService(admin, reading.userLists, stores.audit, userFields, clock),
    audit: new AdminAuditService({
      admin,
      store: reading.audit,
      users: stores.users,
      clients: stores.oauthClients,
      audit,
      accountKeyOf,
    }),
    setup: new SetupService({ ...shared, ...needs, access: admin }),
    clients: new ClientAdministrationService(admin, oauthClientsOf(shared)),
    organizations: new OrganizationAdministrationService(admin, managedOrganizationsOf(shared)),
    messages: new AdminMessagesService(admin, stores, clock),
    webhooks: new AdminWebhooksService(admin, webhookEndpointsOf(shared)),
    tel: new TelAdministrationService(admin, stores, clock, shared.telNumbers.isOn),
    installation: new AdminInstallationService(admin, keys, examine, new Activity(reading.activity, clock), {
      store: stores.figures,
      clock,
    }),
  };
}

/** Loaded with the first import, because a start does not need the readers of files. */
const importsModule = () => require('./imports') as typeof import('./imports.js');

/** ASVS 5.0, 6.4.6: an administrator never sets the password of a user. */
const setsNoPassword = (): never => {
  throw new Error('the administration API sets no password');
};
