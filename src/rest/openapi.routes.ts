import { openapiDocument } from './openapi.document';
import type { RestRoute } from './rest-route';

/** `others` are the routes that the document describes, except the route of the document itself. */
export function openapiRoutes(publicUrl: string, others: readonly RestRoute[]): RestRoute[] {
  const route: RestRoute = {
    method: 'get',
    path: '/openapi.json',
    operation: 'openapi',
    openapi: {
      summary: 'Get this document',
      description:
        'Returns the description of the REST API as an OpenAPI 3.1 document. Anyone can call this operation.',
      success: {
        description: 'The OpenAPI document.',
        schema: { type: 'object', description: 'An OpenAPI 3.1 document.' },
      },
    },
    handlers: [(_req, res) => void res.type('application/json').send(document)],
  };
  const document = JSON.stringify(openapiDocument(publicUrl, [...others, route]));
  return [route];
}
