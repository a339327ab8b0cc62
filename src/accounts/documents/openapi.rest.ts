import { about, component, object, string } from '../../platform/rest/json-schema';
import { type OpenapiServer, openapiDocument } from '../../platform/rest/openapi.document';
import { type RestRoute, routeOf } from '../../platform/rest/rest-route';
import { openapi } from './documents.operations';

const anyObject = { type: 'object', additionalProperties: true } as const;
const openapiSchema = component('OpenapiDocument', 'An OpenAPI 3.1 document.', () =>
  object({
    openapi: about(string, 'The version of the OpenAPI specification.'),
    info: about(anyObject, 'What the API is.'),
    servers: { type: 'array', description: 'The URL of this installation.', items: about(anyObject, 'A server.') },
    tags: { type: 'array', description: 'The groups of operations.', items: about(anyObject, 'A group.') },
    paths: about(anyObject, 'The operations, by path and method.'),
    components: about(anyObject, 'The schemas, and the credentials of requests.'),
  }),
);

/** `others` are the routes that the document describes, except the route of the document itself. */
export function openapiRoutes(
  server: OpenapiServer,
  others: readonly RestRoute[],
  route: (typeof openapi)['rest'][number] = 'GET /openapi.json',
): RestRoute[] {
  // Made for the first request, because most installations are never asked for it.
  let document: string | undefined;
  const described: RestRoute = routeOf(openapi, {
    route,
    openapi: () => ({
      success: {
        description: 'The OpenAPI document.',
        schema: openapiSchema,
      },
    }),
    handlers: [
      (_req, res) => {
        document ??= JSON.stringify(openapiDocument(server, [...others, described]));
        res.type('application/json').send(document);
      },
    ],
  });
  return [described];
}
