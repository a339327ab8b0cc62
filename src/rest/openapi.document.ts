import { type ErrorCode, errorTable } from '../errors/error-table';
import { failureSchema } from './envelope';
import { componentsIn, type JsonSchema } from './json-schema';
import { errorsOf, type HeaderObject, type RestRoute } from './rest-route';

/** Generates the OpenAPI 3.1 document of the REST API from its routes. */
export function openapiDocument(publicUrl: string, routes: readonly RestRoute[]) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  // OpenAPI cannot describe paths with a wildcard.
  for (const route of routes.filter(({ path }) => !path.endsWith('/*'))) {
    const path = openapiPathOf(route);
    paths[path] = { ...paths[path], [openapiMethodOf(route)]: operationOf(route) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: '1',
      description:
        'Accounts and logins. Every response except the documents has the same envelope. For an unknown path it is `NOT_FOUND` (404), for another method of a path `METHOD_NOT_ALLOWED` (405) with `Allow`.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl }],
    paths,
    components: {
      schemas: Object.fromEntries(componentsIn(paths)),
      securitySchemes: { accessToken: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    },
  };
}

/** Converts `/auth/sessions/:id` to `/auth/sessions/{id}`. */
export const openapiPathOf = ({ path }: Pick<RestRoute, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

export const openapiMethodOf = ({ method }: Pick<RestRoute, 'method'>) => (method === 'all' ? 'get' : method);

const security = { required: [{ accessToken: [] }], optional: [{ accessToken: [] }, {}] };

function operationOf(route: RestRoute) {
  const { operationId, summary, description, accessToken, parameters, body, bodyIsOptional, success } = route.openapi;
  const { status = 200, description: when, headers, mediaType = 'application/json', schema } = success;
  const responses: Record<number, ResponseObject> = {
    [status]: { description: when, ...(headers && { headers }), content: { [mediaType]: { schema } } },
    ...failures(errorsOf(route)),
  };
  return {
    operationId: operationId ?? route.operation,
    summary,
    ...(description && { description }),
    ...(accessToken && { security: security[accessToken] }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: { ...(bodyIsOptional && { required: false }), ...json(body) } }),
    responses,
  };
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, HeaderObject>>;
  content: object;
}

const retryAfter = { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } };
const errorHeaders: Partial<Record<ErrorCode, Record<string, HeaderObject>>> = {
  RATE_LIMITED: retryAfter,
  SERVICE_UNAVAILABLE: retryAfter,
  UNAUTHENTICATED: { 'WWW-Authenticate': { description: 'RFC 6750, section 3.', schema: { type: 'string' } } },
};

/** Describes the errors by status. Several codes can have the same status. */
function failures(errors: ReadonlyMap<ErrorCode, string>): Record<number, ResponseObject> {
  const codes = [...errors.keys()];
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => errorTable[code].status === status);
      const description = ofStatus.map((code) => `\`${code}\`: ${errors.get(code)}`).join('\n\n');
      return [status, { description, ...headersOf(ofStatus), ...json(failureSchema) }];
    }),
  );
}

/** A header is required if every code of the status has the header. */
function headersOf(codes: readonly ErrorCode[]) {
  const required = codes.every((code) => errorHeaders[code]);
  const headers = codes.flatMap((code) => Object.entries(errorHeaders[code] ?? {}));
  if (headers.length === 0) return {};
  return { headers: Object.fromEntries(headers.map(([name, header]) => [name, { ...header, required }])) };
}
