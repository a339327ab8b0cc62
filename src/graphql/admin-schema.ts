import type { GraphQLSchema } from 'graphql';
import type { AdminServices } from '../wiring/administration.module';
import { AdminAuditResolver } from './admin-audit.resolver';

import { AdminBulkResolver } from './admin-bulk.resolver';
import { AdminImpersonationResolver } from './admin-impersonation.resolver';

import { AdminInstallationResolver } from './admin-installation.resolver';
import { AdminMessagesResolver } from './admin-messages.resolver';
import { AdminUserChangesResolver } from './admin-user-changes.resolver';
import { AdminUsersResolver } from './admin-users.resolver';
import { buildSchemaOf, describe } from './build-schema';
import { paragraphs } from './operation-options';

/** Creates the executable schema of `/admin/graphql`. No type of it is in the public schema, except shared ones. */
export function createAdminSchema(services: AdminServices): GraphQLSchema {
  const schema = buildSchemaOf([
    new AdminUsersResolver(services.users),
    new AdminUserChangesResolver(services.userChanges),
    new AdminBulkResolver(services.bulk),
    new AdminAuditResolver(services.audit),
    new AdminMessagesResolver(services.messages),
    new AdminInstallationResolver(services.installation),
    new AdminImpersonationResolver(services.impersonation),
  ]);
  describe(
    schema.getQueryType(),
    paragraphs(
      'Operations of super admins that read and change nothing.',
      signedIn,
      'If an operation fails, its field is null and `errors` has an entry with the path of the field. With `STEP_UP_REQUIRED`, `extensions.stepUp` has the level `acr` and the age `maxAge` in seconds that the operation needs.',
    ),
  );
  describe(
    schema.getMutationType(),
    paragraphs(
      'Operations of super admins that change something.',
      signedIn,
      'If an operation fails, its payload has `success: false`, and `error` has the reason. `UNAUTHENTICATED`, `FORBIDDEN`, `STEP_UP_REQUIRED` and `INTERNAL` are in `errors` instead, and the payload is null.',
    ),
  );
  return schema;
}

const signedIn = 'A super admin sends the access token in the header `Authorization: Bearer <jwt>`.';
