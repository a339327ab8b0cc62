import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { errorTable } from '../../src/errors/error-table';
import { openapiMethodOf, openapiPathOf } from '../../src/rest/openapi.document';
import { errorsOf, type RestRoute } from '../../src/rest/rest-route';
import { document, routes } from './rest-document';

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
addFormats(ajv, ['uuid']).addSchema({ $id: 'openapi', ...document });

const patterns = routes.map((route) => {
  const escaped = route.path.replace(/[^\w/:*]/g, '\\$&');
  return { route, pattern: new RegExp(`^${escaped.replace(/:\w+/g, '[^/]+').replace(/\*$/, '.*')}$`) };
});

/** Returns why the OpenAPI document does not declare the answer, or null if it does. Ignores answers of GraphQL. */
export function undeclaredIn(answer: RestAnswer): string | null {
  const path = answer.target.replace(/\?.*$/s, '');
  if (path === '/graphql') return null;
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
  return problemOfFailure(answer, ofPath.length > 0 ? 'METHOD_NOT_ALLOWED' : 'NOT_FOUND');
}

const isPreflight = ({ method, status, headers }: RestAnswer): boolean =>
  method === 'OPTIONS' && status === 204 && headers.has('access-control-allow-methods');

function problemOfRoute(answer: RestAnswer, route: RestRoute): string | null {
  const path = openapiPathOf(route).replace(/\/\*$/, '');
  const where = ['paths', path, openapiMethodOf(route), 'responses', String(answer.status)];
  const declared = document.paths[path]?.[openapiMethodOf(route)]?.responses[answer.status];
  if (!declared) return 'a status that the document does not declare';
  for (const [name, { required, schema }] of Object.entries(declared.headers ?? {})) {
    const value = answer.headers.get(name);
    if (value === null && required) return `without the header ${name}`;
    if (value !== null && schema.type === 'integer' && !/^\d+$/.test(value)) return `with ${name}: ${value}`;
  }
  const codes = [...errorsOf(route).keys()].filter((code) => errorTable[code].status === answer.status);
  return problemOfBody(answer, where) ?? problemOfCode(answer, codes);
}

function problemOfFailure(answer: RestAnswer, code: 'METHOD_NOT_ALLOWED' | 'NOT_FOUND'): string | null {
  // Malformed HTTP is rejected before the path is known.
  const codes = [code, 'MALFORMED_REQUEST'] as const;
  const statuses: number[] = codes.map((one) => errorTable[one].status);
  if (!statuses.includes(answer.status)) return `where the document has nothing, so that it is ${code}`;
  if (answer.status === 405 && !answer.headers.has('allow')) return 'without the header Allow';
  return problemOfBody(answer, ['paths', '/healthz', 'get', 'responses', '500']) ?? problemOfCode(answer, codes);
}

/** Checks the body against the schema. `where` is the path of the response object in the document. */
function problemOfBody({ method, headers, body }: RestAnswer, where: string[]): string | null {
  const mediaType = headers.get('content-type') ?? '';
  const schemaAt = [...where, 'content', mediaType.replace(/; charset=utf-8$/, ''), 'schema'];
  const pointer = schemaAt.map((key) => key.replaceAll('~', '~0').replaceAll('/', '~1')).join('/');
  const validate = ajv.getSchema(`openapi#/${pointer}`);
  if (!validate) return `with the media type "${mediaType}", which the document does not declare`;
  // An answer to HEAD has no body.
  if (method === 'HEAD') return null;
  const value = parsed(body);
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

function problemOfCode({ method, body }: RestAnswer, codes: readonly string[]): string | null {
  if (codes.length === 0 || method === 'HEAD') return null;
  const { code } = JSON.parse(body);
  return codes.includes(code) ? null : `with ${code}, which the document does not declare for it`;
}
