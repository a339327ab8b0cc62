// Must be imported before the types of the GraphQL API, which apis.ts lists, too.
import { ProtectedResources } from '../../src/accounts/applications/protected-resource';
import 'reflect-metadata';
import { adminRoutes, restRoutes } from '../../src/apis';
import type { AdminServices } from '../../src/compose/administration';
import type { Services } from '../../src/compose/services';
import { standardClaims } from '../../src/features/openid/openid-claims';
import { openapiDocument } from '../../src/platform/rest/openapi.document';

/** Redocly rejects example.com and localhost as the server of a document. */
const publicUrl = 'https://id.gatehouse.test';

/** The routes of the REST API, without services: a route uses its service only when a request arrives, except for the claims that discovery lists. */
export const routesWith = (services: object) =>
  restRoutes(
    { openidClaims: { supported: standardClaims }, resources: new ProtectedResources([]), ...services } as Services,
    {
      publicUrl,
      loginPasswordRule: 'specification',
      corsOrigins: [],
      cookieSameSite: 'lax',
      jwksMaxAgeS: 300,
      explorer: true,
      passkeyOrigins: [],
      clientMetadata: null,
      organizations: null,
      pages: { areas: ['sign-in'] },
      email: { transport: 'smtp' },
    },
    () => undefined,
  );
export const routes = routesWith({});
const server = { publicUrl, refreshCookie: '__Host-gatehouse_refresh' };
export const document = openapiDocument(server, routes);

/** The routes and the document of the administration API. */
export const routesOfAdmins = adminRoutes({} as AdminServices, server);
export const documentOfAdmins = openapiDocument({ ...server, isAdministration: true }, routesOfAdmins);
