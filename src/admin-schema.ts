import type { GraphQLSchema } from 'graphql';
import { withManagedFields } from './accounts/users/user-fields.graphql';
import type { AdminServices } from './compose/administration';
import { operations } from './compose/features';
import { AdminAuditResolver } from './features/admin-audit/admin-audit.graphql';
import { AdminInstallationResolver } from './features/admin-installation/admin-installation.graphql';
import { AdminMessagesResolver } from './features/admin-messages/admin-messages.graphql';
import { AdminBulkResolver } from './features/admin-users/admin-bulk.graphql';
import { UserAdministrationResolver } from './features/admin-users/user-administration.graphql';
import { UserDirectoryResolver } from './features/admin-users/user-directory.graphql';
import { AdminWebhooksResolver } from './features/admin-webhooks/admin-webhooks.graphql';
import { AdminImpersonationResolver } from './features/impersonation/impersonation.graphql';
import { AdminImportResolver } from './features/imports/admin-import.graphql';
import { ClientAdministrationResolver } from './features/oauth-clients/client-administration.graphql';
import { OrganizationAdministrationResolver } from './features/organizations/organization-administration.graphql';
import { TelAdministrationResolver } from './features/tel/tel.graphql';
import { buildSchemaOf } from './platform/graphql/build-schema';
import { adminRoots } from './platform/graphql/root-descriptions';

/** Creates the executable schema of `/admin/graphql`. No type of it is in the public schema, except shared ones. */
export function createAdminSchema(services: AdminServices): GraphQLSchema {
  const resolvers = [
    new UserDirectoryResolver(services.users),
    new UserAdministrationResolver(services.userChanges),
    new AdminBulkResolver(services.bulk),
    new AdminImportResolver(services.imports),
    new AdminAuditResolver(services.audit),
    new ClientAdministrationResolver(services.clients),
    new OrganizationAdministrationResolver(services.organizations),
    new AdminMessagesResolver(services.messages),
    new AdminWebhooksResolver(services.webhooks),
    new TelAdministrationResolver(services.tel),
    new AdminInstallationResolver(services.installation),
    new AdminImpersonationResolver(services.impersonation),
  ];
  return withManagedFields(buildSchemaOf(resolvers, operations, adminRoots), services.userFields);
}
