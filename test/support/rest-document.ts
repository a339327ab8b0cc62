import { adminRoutes } from '../../src/rest/admin.routes';
import { openapiDocument } from '../../src/rest/openapi.document';
import { restRoutes } from '../../src/rest/rest.routes';
import type { AdminServices } from '../../src/wiring/administration.module';
import type { Services } from '../../src/wiring/compose';

/** Redocly rejects example.com and localhost as the server of a document. */
const publicUrl = 'https://id.gatehouse.test';

/** The routes of the REST API, without services: a route uses its service only when a request arrives. */
export const routes = restRoutes({} as Services, {
  publicUrl,
  loginPasswordRule: 'specification',
  corsOrigins: [],
  cookieSameSite: 'lax',
  jwksMaxAgeS: 300,
  explorer: true,
  passkeyOrigins: [],
  email: { transport: 'smtp' },
  pages: { areas: [] },
});
const server = { publicUrl, refreshCookie: '__Host-gatehouse_refresh' };
export const document = openapiDocument(server, routes);

/** The routes and the document of the administration API. */
export const routesOfAdmins = adminRoutes({} as AdminServices, server);
export const documentOfAdmins = openapiDocument({ ...server, isAdministration: true }, routesOfAdmins);
