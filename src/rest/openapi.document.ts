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
      description: [
        'Gatehouse holds user accounts and issues JWT access tokens. The GraphQL API at `/graphql` has the same operations.',
        'A request body is a JSON object with `Content-Type: application/json`. A signed-in user sends the access token in the header `Authorization: Bearer <jwt>`.',
        'Every response is an envelope with `success` and `msg`. A success also has `result`, and an error has `code`. Only `/openapi.json` and `/.well-known/jwks.json` return a document without the envelope.',
        'Every operation can return `INTERNAL` (500). An unknown path returns `NOT_FOUND` (404). Another method of a known path returns `METHOD_NOT_ALLOWED` (405) with the header `Allow`.',
        'Date-times are in UTC, with milliseconds and without a time-zone designator: `2026-11-20T17:30:15.123`. A client adds `Z` before it parses the text. Otherwise many parsers read the text as local time.',
        'Every response to a well-formed HTTP request has the header `X-Request-Id`. With this id an operator finds the request in the log.',
      ].join('\n\n'),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This installation.' }],
    paths,
    components: {
      schemas: Object.fromEntries(componentsIn(paths)),
      securitySchemes: {
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `jwt` of a login or a refresh.',
        },
      },
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
    description,
    ...(accessToken && { security: security[accessToken] }),
    ...(parameters && { parameters }),
    ...(body && { requestBody: { required: !bodyIsOptional, ...json(body) } }),
    responses,
  };
}

const json = (schema: JsonSchema) => ({ content: { 'application/json': { schema } } });

interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, HeaderObject>>;
  content: object;
}

const retryAfter = {
  'Retry-After': {
    description: 'The number of seconds that the client waits before it tries again.',
    schema: { type: 'integer' },
  },
};
const errorHeaders: Partial<Record<ErrorCode, Record<string, HeaderObject>>> = {
  RATE_LIMITED: retryAfter,
  SERVICE_UNAVAILABLE: retryAfter,
  UNAUTHENTICATED: {
    'WWW-Authenticate': {
      description: 'The challenge of RFC 6750, section 3. After a rejected access token the challenge has the reason.',
      schema: { type: 'string' },
    },
  },
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
