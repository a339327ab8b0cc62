import type { Route } from '../http/routes';
import { openapiDocument } from './openapi.document';

export function openapiRoutes(publicUrl: string): Route[] {
  const document = JSON.stringify(openapiDocument(publicUrl));
  return [
    {
      method: 'get',
      path: '/openapi.json',
      operation: 'openapi',
      handlers: [(_req, res) => void res.type('application/json').send(document)],
    },
  ];
}
