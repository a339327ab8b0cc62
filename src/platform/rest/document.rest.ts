import { sendDocument } from '../http/public-document';
import type { PublicDocument } from '../http/routes';
import type { Operation, RestPath } from '../operations/define-operation';
import { string } from './json-schema';
import { type RestRoute, type RouteText, routeOf } from './rest-route';

interface DocumentText<Path extends RestPath> extends Omit<RouteText, 'success'> {
  /** If the operation has several. */
  route?: Path;
  success: Omit<RouteText['success'], 'headers'>;
  /** Who may keep what, for the description of `Cache-Control`. */
  keeping: string;
}

/** Makes the route of a document that is the same for everyone. It has no envelope, because libraries and browsers read it. */
export function documentRoute<Path extends RestPath>(
  operation: Operation<string, Path>,
  { route, keeping, success, ...text }: DocumentText<Path>,
  document: () => PublicDocument,
): RestRoute {
  const description = `How long ${keeping}: \`max-age\` in seconds.`;
  const headers = { 'Cache-Control': { description, schema: string } };
  const described = routeOf(operation, {
    ...(route && { route }),
    openapi: () => ({ ...text, success: { ...success, headers } }),
    handlers: [(_req, res) => sendDocument(res, document())],
  });
  return { ...described, document };
}
