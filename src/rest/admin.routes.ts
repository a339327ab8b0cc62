import type { AdminServices } from '../wiring/administration.module';
import { adminAuditRoutes } from './admin-audit.routes';
import { adminBulkRoutes } from './admin-bulk.routes';
import { adminExportRoutes } from './admin-export.routes';
import { adminImpersonationRoutes } from './admin-impersonation.routes';
import { adminInstallationRoutes } from './admin-installation.routes';
import { adminMessagesRoutes } from './admin-messages.routes';
import { adminUserChangesRoutes } from './admin-user-changes.routes';
import { adminUsersRoutes } from './admin-users.routes';
import { openapiRoutes } from './openapi.routes';
import type { RestRoute } from './rest-route';

/** The routes below `/admin`. They have an OpenAPI document of their own, so that a proxy can close all of them by one prefix. */
export function adminRoutes(
  { users, userChanges, bulk, exports, audit, messages, installation, impersonation }: AdminServices,
  server: { publicUrl: string; refreshCookie: string },
): RestRoute[] {
  const routes = [
    ...adminUsersRoutes(users),
    ...adminUserChangesRoutes(userChanges),
    ...adminBulkRoutes(bulk),
    ...adminExportRoutes(exports),
    ...adminAuditRoutes(audit),
    ...adminMessagesRoutes(messages),
    ...adminInstallationRoutes(installation),
    ...adminImpersonationRoutes(impersonation),
  ];
  return [...routes, ...openapiRoutes({ ...server, isAdministration: true }, routes, 'GET /admin/openapi.json')];
}
