import { openapiDocument } from '../../src/rest/openapi.document';
import { restRoutes } from '../../src/rest/rest.routes';
import type { Services } from '../../src/wiring/services';

const publicUrl = 'https://id.example.com';

/** The routes of the REST API, without services: a route uses its service only when a request arrives. */
export const routes = restRoutes({} as Services, {
  publicUrl,
  corsOrigins: [],
  cookieSameSite: 'lax',
  jwksMaxAgeS: 300,
});
export const document = openapiDocument(publicUrl, routes);
