import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { type ErrorCode, errorTable } from '../../src/platform/errors/error-table';
import { inFoldersOf } from '../../src/platform/http/routes';
import { failureFormOf, openapiMethodOf, openapiPathOf } from '../../src/platform/rest/openapi.document';
import { errorsOf, type RestRoute } from '../../src/platform/rest/rest-route';
import { document, documentOfAdmins, routes, routesOfAdmins } from './rest-document';

/** An answer of the REST API with its request. */
export interface RestAnswer {
  method: string;
  /** The path and the query. */
  target: string;
  status: number;
  headers: Headers;
  body: string;
}

// Without the checks of the schemas, which test/rest/openapi.test.ts makes.
const ajv = new Ajv2020({ strict: false, meta: false, validateSchema: false, allErrors: true });
addFormats(ajv, ['uuid'])
  .addSchema({ $id: 'openapi', ...(withoutOthers(document) as object) })
  .addSchema({ $id: 'admin-openapi', ...(withoutOthers(documentOfAdmins) as object) });

/**
 * Forbids the properties that an object does not declare. The document allows them, because a later version can have
 * more. This version has none, except where the document says so.
 */
function withoutOthers(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutOthers);
  const copy = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withoutOthers(part)]));
  if (!('properties' in copy)) return copy;
  // Only the document of an installation with USER_FIELDS declares the fields of an account.
  const properties = copy.properties as object;
  const fields = 'two_step' in properties && { fields: { type: 'object' } };
  return { additionalProperties: false, ...copy, properties: { ...properties, ...fields } };
}

const patterns = [...routes, ...routesOfAdmins].map((route) => {
  const escaped = route.path.replace(/[^\w/:*]/g, '\\$&');
  return { route, pattern: new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}$`) };
});

/** The pages for people, with their files. Without a page (PAGES), such a path answers as every unknown path. */
const page =
  /^\/(?:confirm|reset|undo|invitation|login|register|logout|forgot|step-up|account|console|setup|pages|stop-acting|device)(?:\/|$)/;
/** Pages and redirects, also without pages: then an error of OAuth. */
const ofApplications = /^\/oauth\/(?:authorize|continue|logout)$/;
/** What programs look for at the addresses of standards. Some exist only with a setting. */
const conventional =
  /^\/(?:robots\.txt|favicon\.ico|\.well-known\/(?:change-password|passkey-endpoints|security\.txt|(?:openid-configuration|oauth-authorization-server)\/.+))$/;
const isPage = (path: string, { headers }: RestAnswer) =>
  ofApplications.test(path) || (page.test(path) && !(isJson(headers) && !headers.has('content-disposition')));
/** The endpoint does not exist without pages (PAGES), on which people type the code. */
const isWithoutPages = (path: string, { status }: RestAnswer) => path === '/oauth/device' && status === 404;
const isJson = (headers: Headers) => headers.get('content-type')?.startsWith('application/json') ?? false;

const isApi = inFoldersOf([...routes, ...routesOfAdmins]);
/** The page for people, at a path that does not exist. */
const isUnknownPage = (path: string, { status, headers }: RestAnswer) =>
  status === 404 && !isApi(path) && headers.get('content-type') === 'text/html; charset=utf-8';

/** Returns why the OpenAPI document does not declare the answer, or null if it does. Ignores GraphQL, GraphiQL and pages. */
export function undeclaredIn(answer: RestAnswer): string | null {
  const path = answer.target.replace(/\?.*$/s, '');
  if (
    path === '/graphql' ||
    path === '/admin/graphql' ||
    path === '/auth/fields' ||
    path === '/auth/arrival' ||
    conventional.test(path) ||
    path.startsWith('/graphiql') ||
    path.startsWith('/dev/mailbox')
  )
    return null;
  if (isPage(path, answer) || isUnknownPage(path, answer) || isWithoutPages(path, answer)) return null;
  const problem = problemOf(answer, path);
  return problem && `${answer.method} ${path} answered ${answer.status}, ${problem}: ${answer.body}`;
}

function problemOf(answer: RestAnswer, path: string): string | null {
  const ofPath = patterns.filter(({ pattern }) => pattern.test(path)).map(({ route }) => route);
  const method = answer.method === 'HEAD' ? 'get' : answer.method.toLowerCase();
  const route = ofPath.find((one) => one.method === 'all' || one.method === method);
  if (isPreflight(answer)) return null;
  if (route) return problemOfRoute(answer, route);
  // NOT_FOUND and METHOD_NOT_ALLOWED belong to no operation, so OpenAPI has no place for them.
  return problemOfFailure(answer, ofPath[0] ?? null);
}

const isPreflight = ({ method, status, headers }: RestAnswer): boolean =>
  method === 'OPTIONS' && status === 204 && headers.has('access-control-allow-methods');

const isOfAdmins = ({ path }: Pick<RestRoute, 'path'>) => path.startsWith('/admin/');
const idOf = (route: RestRoute) => (isOfAdmins(route) ? 'admin-openapi#' : 'openapi#');
const documentOf = (route: RestRoute) => (isOfAdmins(route) ? documentOfAdmins : document);

function problemOfRoute(answer: RestAnswer, route: RestRoute): string | null {
  const path = openapiPathOf(route).replace(/\/\*$/, '');
  const where = [idOf(route), 'paths', path, openapiMethodOf(route), 'responses', String(answer.status)];
  const declared = documentOf(route).paths[path]?.[openapiMethodOf(route)]?.responses[answer.status];
  if (!declared) return 'a status that the document does not declare';
  for (const [name, { required, schema }] of Object.entries(declared.headers ?? {})) {
    const value = answer.headers.get(name);
    if (value === null && required) return `without the header ${name}`;
    if (value !== null && schema.type === 'integer' && !/^\d+$/.test(value)) return `with ${name}: ${value}`;
  }
  if (!declared.content) return answer.body === '' ? null : 'with a body that the document does not declare';
  const codes = [...errorsOf(route).keys()].filter((code) => errorTable[code].status === answer.status);
  return problemOfBody(answer, where) ?? problemOfCode(answer, codes, route);
}

/** `other` is a route of the path with another method. */
function problemOfFailure(answer: RestAnswer, other: RestRoute | null): string | null {
  const code = other ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND';
  // Malformed HTTP is rejected before the path is known.
  const codes = [code, 'MALFORMED_REQUEST'] as const;
  const statuses: number[] = codes.map((one) => errorTable[one].status);
  if (!statuses.includes(answer.status)) return `where the document has nothing, so that it is ${code}`;
  if (answer.status === 405 && !answer.headers.has('allow')) return 'without the header Allow';
  const where = other
    ? [idOf(other), 'paths', openapiPathOf(other).replace(/\/\*$/, ''), openapiMethodOf(other)]
    : ['openapi#', 'paths', '/healthz', 'get'];
  return problemOfBody(answer, [...where, 'responses', '500']) ?? problemOfCode(answer, codes, other);
}

/** Checks the body against the schema. `where` is the path of the response object in the document. */
function problemOfBody({ method, headers, body }: RestAnswer, where: string[]): string | null {
  const mediaType = headers.get('content-type') ?? '';
  const schemaAt = [...where, 'content', mediaType.replace(/; charset=utf-8$/, ''), 'schema'];
  const pointer = schemaAt.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const validate = ajv.getSchema(pointer);
  if (!validate) return `with the media type "${mediaType}", which the document does not declare`;
  // An answer to HEAD has no body.
  if (method === 'HEAD') return null;
  const value = mediaType.startsWith('text/') ? body : parsed(body);
  if (value === undefined) return 'with a body that is no JSON';
  if (validate(value)) return null;
  const errors = (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`,
  );
  return `with a body that the document does not declare (${errors.join('; ')})`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function problemOfCode(
  { method, body }: RestAnswer,
  codes: readonly ErrorCode[],
  route: RestRoute | null,
): string | null {
  if (codes.length === 0 || method === 'HEAD') return null;
  const { nameOf, otherNames = [] } = failureFormOf(route?.openapi() ?? {});
  const { code, error, limit } = JSON.parse(body);
  const limits = (route?.operation.limits ?? []).map(({ name }) => name);
  if (limit && !limits.includes(limit)) return `with the limit ${limit}, which the operation does not declare`;
  const sent = code ?? error;
  return codes.map(nameOf).concat(otherNames).includes(sent)
    ? null
    : `with ${sent}, which the document does not declare for it`;
}
