import { openapiDocument } from './openapi.document';
import type { RestRoute } from './rest-route';

/** `others` are the routes that the document describes, except the route of the document itself. */
export function openapiRoutes(publicUrl: string, others: readonly RestRoute[]): RestRoute[] {
  const route: RestRoute = {
    method: 'get',
    path: '/openapi.json',
    operation: 'openapi',
    openapi: {
      summary: 'This document',
      success: { description: 'OpenAPI 3.1.', schema: { type: 'object' } },
    },
    handlers: [(_req, res) => void res.type('application/json').send(document)],
  };
  const document = JSON.stringify(openapiDocument(publicUrl, [...others, route]));
  return [route];
}
