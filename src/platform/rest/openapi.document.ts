import { AppError } from '../errors/app-error';
import { type ErrorCode, errorTable } from '../errors/error-table';
import type { Operation } from '../operations/define-operation';
import { tags } from '../operations/tags';
import type { FieldSchema, InputSchema } from '../request/input-schema';
import { failureEnvelope, failureSchema } from './envelope';
import { about, body as bodySchema, componentsIn, string } from './json-schema';
import {
  type Credential,
  errorsOf,
  type FailureForm,
  type HeaderObject,
  type OpenapiOperation,
  type RestRoute,
} from './rest-route';
import { toSnakeCase } from './snake-case';

export interface OpenapiServer {
  publicUrl: string;
  /** The name of the refresh cookie. */
  refreshCookie: string;
  /** Whether the document describes the administration API. */
  isAdministration?: boolean;
}

const introduction = [
  'Gatehouse holds user accounts and issues JWT access tokens. The GraphQL API at `/graphql` has the same operations.',
  'A request body is a JSON object with `Content-Type: application/json`. A signed-in user sends the access token in the header `Authorization: Bearer <jwt>`.',
  'Every response is an envelope with `success` and `msg`. A success also has `result`, and an error has `code`. Only `/openapi.json` and the documents below `/.well-known/` have no envelope. `/oauth/introspect` and `/oauth/revoke` have the bodies and errors that OAuth defines. Later versions can add properties to a response, so a client ignores properties that it does not know.',
];
const administrationIntroduction = [
  'The administration API of Gatehouse, for super admins. The GraphQL API at `/admin/graphql` has the same operations.',
  'A request body is a JSON object with `Content-Type: application/json`. A super admin sends the access token in the header `Authorization: Bearer <jwt>`.',
  'Every response is an envelope with `success` and `msg`. A success also has `result`, and an error has `code`. Only `/admin/openapi.json` has no envelope. Later versions can add properties to a response, so a client ignores properties that it does not know.',
];

/** Generates the OpenAPI 3.1 document of the REST API from its routes. */
export function openapiDocument(
  { publicUrl, refreshCookie, isAdministration = false }: OpenapiServer,
  routes: readonly RestRoute[],
) {
  const paths: Record<string, Record<string, ReturnType<typeof operationOf>>> = {};
  // OpenAPI cannot describe paths with a wildcard.
  for (const route of routes.filter(({ path }) => !path.endsWith('/*'))) {
    const path = openapiPathOf(route);
    paths[path] = { ...paths[path], [openapiMethodOf(route)]: operationOf(route) };
  }
  const declared = routes.map((route) => route.openapi());
  const usedTags = new Set<string>(declared.map(({ tag }) => tag));
  const usedCredentials = new Set<string>(declared.flatMap(({ credentials = [] }) => credentials));
  const used = (schemes: Readonly<Record<string, object>>) =>
    Object.fromEntries(Object.entries(schemes).filter(([name]) => usedCredentials.has(name)));
  return {
    openapi: '3.1.0',
    info: {
      title: isAdministration ? 'Gatehouse administration' : 'Gatehouse',
      version: '1',
      description: [
        ...(isAdministration ? administrationIntroduction : introduction),
        'Every operation can return `INTERNAL` (500). An unknown path returns `NOT_FOUND` (404). Another method of a known path returns `METHOD_NOT_ALLOWED` (405) with the header `Allow`.',
        'Date-times are in UTC, with milliseconds and without a time-zone designator: `2026-11-20T17:30:15.123`. A client adds `Z` before it parses the text. Otherwise many parsers read the text as local time.',
        'Every response to a well-formed HTTP request has the header `X-Request-Id`. With this id an operator finds the request in the log.',
      ].join('\n\n'),
      contact: { name: 'The operator of this installation', url: publicUrl },
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: publicUrl, description: 'This installation.' }],
    tags: Object.entries(tags)
      .filter(([name]) => usedTags.has(name))
      .map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: Object.fromEntries(componentsIn(paths)),
      securitySchemes: used({
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The `jwt` of a login or a refresh.',
        },
        refreshCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: refreshCookie,
          description:
            'The refresh token in an HttpOnly cookie, which a login sets. Only a script of an allowed origin (`PUBLIC_URL` or `CORS_ORIGINS`) can use the cookie.',
        },
        client: {
          type: 'http',
          scheme: 'basic',
          description:
            'The client id and the client secret of `gatehouse clients create`, each percent-encoded (RFC 6749, section 2.3.1). A client can send both in the form instead.',
        },
      } satisfies Record<Exclude<Credential, 'none'>, object>),
    },
  };
}

/** Converts `/auth/sessions/:id` to `/auth/sessions/{id}`. */
export const openapiPathOf = ({ path }: Pick<RestRoute, 'path'>): string => path.replace(/:(\w+)/g, '{$1}');

export const openapiMethodOf = ({ method }: Pick<RestRoute, 'method'>) => (method === 'all' ? 'get' : method);

function operationOf(route: RestRoute) {
  const declared = route.openapi();
  const { operationId, tag, summary, description, credentials = [], body, success } = declared;
  const { status = 200, description: when, headers, mediaType = json, schema, example, html, redirect } = success;
  const parameters = parametersOf(route, declared);
  const responses: Record<number, ResponseObject> = {
    [status]: {
      description: when,
      ...(headers && { headers }),
      content: {
        [mediaType]: { schema, ...(example && { example }) },
        ...(html && { 'text/html': { schema: about(string, html) } }),
      },
    },
    ...(redirect && { 303: { description: redirect, headers: { Location: location } } }),
    ...failures(errorsOf(route), route.operation, declared),
  };
  return {
    operationId: operationId ?? route.operation.name,
    tags: [tag],
    summary,
    description,
    security: credentials.map((one) => (one === 'none' ? {} : { [one]: [] })),
    ...(parameters.length > 0 && { parameters }),
    ...(body && { requestBody: requestBody(route.path, declared, body) }),
    responses,
  };
}

const json = 'application/json';

/** The fields of the path and, of a GET, those of the query. */
function parametersOf({ path, method }: RestRoute, { input, body }: OpenapiOperation) {
  const fields = Object.entries(input?.fields ?? {}).map(([name, schema]) => ({
    name: toSnakeCase(name),
    in: isInPath(path, name) ? ('path' as const) : ('query' as const),
    required: isInPath(path, name) || (input?.required.includes(name) ?? false),
    schema,
  }));
  return fields
    .filter((field) => field.in === 'path' || (!body && method === 'get'))
    .map(({ schema: { description, ...schema }, ...field }) => ({
      ...field,
      description,
      schema: withoutNull(schema),
    }));
}

const isInPath = (path: string, field: string): boolean => path.split('/').includes(`:${toSnakeCase(field)}`);

function withoutFieldsOf(path: string, { fields, required, problems }: InputSchema): InputSchema {
  return {
    fields: Object.fromEntries(Object.entries(fields).filter(([name]) => !isInPath(path, name))),
    required: required.filter((name) => !isInPath(path, name)),
    problems,
  };
}

/** A parameter has no null: it is a text, or absent. */
const withoutNull = ({ type, ...schema }: FieldSchema): FieldSchema => ({
  type: Array.isArray(type) ? type.find((one) => one !== 'null') : type,
  ...schema,
});

function requestBody(path: string, { input: all }: OpenapiOperation, body: NonNullable<OpenapiOperation['body']>) {
  if (!all) throw new Error(`${body.name} has no input`);
  const input = withoutFieldsOf(path, all);
  const { name, description, mediaType = json, isOptional = false } = body;
  const example = Object.fromEntries(
    Object.entries(input.fields).map(([field, { examples }]) => [toSnakeCase(field), (examples as unknown[])[0]]),
  );
  return {
    description,
    required: !isOptional,
    content: { [mediaType]: { schema: bodySchema(name, description, input), example } },
  };
}

interface ResponseObject {
  description: string;
  headers?: Readonly<Record<string, HeaderObject>>;
  content?: object;
}

const location: HeaderObject = { description: 'Where the page is.', required: true, schema: string };

const retryAfter = {
  'Retry-After': {
    description: 'The number of seconds that the client waits before it tries again.',
    schema: { type: 'integer', minimum: 1, examples: [2] },
  },
};
const challenge = {
  'WWW-Authenticate': {
    description:
      'The challenge of RFC 6750, section 3. After a rejected access token the challenge has the reason. With `STEP_UP_REQUIRED` it has what is needed (RFC 9470, section 3).',
    schema: { type: 'string', examples: ['Bearer realm="Gatehouse"'] },
  },
};
const errorHeaders: FailureForm['headers'] = {
  RATE_LIMITED: retryAfter,
  SERVICE_UNAVAILABLE: retryAfter,
  UNAUTHENTICATED: challenge,
  STEP_UP_REQUIRED: challenge,
};

const envelope: FailureForm = { schema: failureSchema, nameOf: (code) => code, bodyOf: failureEnvelope };

export const failureFormOf = ({ failure }: Pick<OpenapiOperation, 'failure'>): FailureForm => failure ?? envelope;

/** Describes the errors by status. Several codes can have the same status. */
function failures(
  errors: ReadonlyMap<ErrorCode, string>,
  operation: Operation,
  declared: OpenapiOperation,
): Record<number, ResponseObject> {
  const { errors: texts = {}, input } = declared;
  const { schema, headers, nameOf, bodyOf } = failureFormOf(declared);
  const codes = [...errors.keys()];
  const statuses = [...new Set(codes.map((code) => errorTable[code].status))];
  const exampleOf = (code: ErrorCode) => texts[code] ?? exampleError(code, operation, input);
  return Object.fromEntries(
    statuses.map((status) => {
      const ofStatus = codes.filter((code) => errorTable[code].status === status);
      const description = ofStatus.map((code) => `\`${nameOf(code)}\`: ${errors.get(code)}`).join('\n\n');
      const examples = Object.fromEntries(ofStatus.map((code) => [code, { value: bodyOf(exampleOf(code)) }]));
      return [
        status,
        {
          description,
          ...headersOf(ofStatus, { ...errorHeaders, ...headers }),
          content: { [json]: { schema, examples } },
        },
      ];
    }),
  );
}

/** Makes the error as the operation would throw it. */
function exampleError(code: ErrorCode, operation: Operation, input: OpenapiOperation['input']): AppError {
  const [limit] = operation.limits;
  if (code === 'RATE_LIMITED' && limit) return new AppError(code, { limit: limit.name });
  if (code === 'VALIDATION_FAILED') return new AppError(code, { fields: input?.problems ?? [] });
  // The texts of these codes do not say what was not found, or what is against it.
  const ofOperation = code === 'NOT_FOUND' || code === 'CONFLICT' ? operation.errors[code] : undefined;
  const msg = operation.errorMessages?.[code] ?? ofOperation;
  return new AppError(code, msg === undefined ? {} : { msg });
}

/** A header is required if every code of the status has the header. */
function headersOf(codes: readonly ErrorCode[], ofCode: NonNullable<FailureForm['headers']>) {
  const required = codes.every((code) => ofCode[code]);
  const headers = codes.flatMap((code) => Object.entries(ofCode[code] ?? {}));
  if (headers.length === 0) return {};
  return { headers: Object.fromEntries(headers.map(([name, header]) => [name, { ...header, required }])) };
}
