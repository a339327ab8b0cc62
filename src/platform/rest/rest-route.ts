import type { RequestHandler } from 'express';
import type { AppError } from '../errors/app-error';
import { type ErrorCode, errorTable } from '../errors/error-table';
import { bodyBytes } from '../http/http-limits';
import { jsonBody, optionalJsonBody } from '../http/json-body';
import type { Route } from '../http/routes';
import type { Operation, RestPath } from '../operations/define-operation';
import type { Tag } from '../operations/tags';
import { type InputSchema, inputNameOf, inputSchemaOf } from '../request/input-schema';
import { keysOf } from '../runtime/keys-of';
import type { JsonSchema } from './json-schema';

export interface RestRoute extends Route {
  operation: Operation;
  /** A function, because only the OpenAPI document needs it: made at the first call, and kept. */
  openapi: () => OpenapiOperation;
}

/** What a route adds to the declaration of its operation. */
interface RouteParts<Path extends RestPath> extends Pick<Route, 'handlers' | 'renderError'> {
  /** If the operation has several. */
  route?: Path;
  openapi: () => RouteText;
}

/** By default, all but the success is that of the operation. */
export interface RouteText
  extends Partial<Omit<OpenapiOperation, 'body' | 'success'>>,
    Pick<OpenapiOperation, 'success'> {
  body?: Partial<BodyText>;
}

/** Makes the route of an operation: its method, its path, and what the OpenAPI document says of both. */
export function routeOf<Path extends RestPath>(
  operation: Operation<string, Path>,
  { route, openapi, ...parts }: RouteParts<Path>,
): RestRoute {
  const [only, ...others] = operation.rest;
  if (!route && others.length > 0) throw new Error(`${operation.name} has several routes: name one`);
  const [method = '', path = ''] = (route ?? only ?? '').split(' ');
  let described: OpenapiOperation | undefined;
  return {
    method: method === 'ANY' ? 'all' : (method.toLowerCase() as Route['method']),
    path: path.replaceAll(/\{(\w+)\}/g, ':$1'),
    operation,
    openapi: () => {
      described ??= describe(operation, openapi());
      return described;
    },
    ...parts,
  };
}

/** Returns what reads the body of a request of this operation. */
export function bodyReadersOf({ takes, bodyIsOptional, hasLargeBody }: Operation): RequestHandler[] {
  if (takes === undefined) return [];
  const limitBytes = hasLargeBody ? bodyBytes.admin : bodyBytes.rest;
  return [bodyIsOptional ? optionalJsonBody(limitBytes) : jsonBody(limitBytes)];
}

/** @throws Error if neither the operation nor the route has a tag and a summary */
function describe(operation: Operation, { body = {}, success, ...own }: RouteText): OpenapiOperation {
  const { name, does, restNote, input, takes, bodyIsOptional: isOptional, status } = operation;
  const { tag, summary } = { ...operation, ...own };
  if (!tag || !summary) throw new Error(`${name} has no tag or no summary`);
  const { description: taken = takes, ...form } = body;
  return {
    description: restNote ? `${does}\n\n${restNote}` : does,
    credentials: credentialsOf(operation),
    ...(input && { input: inputSchemaOf(input) }),
    ...own,
    tag,
    summary,
    ...(taken && {
      body: { name: inputNameOf(operation), description: taken, ...(isOptional && { isOptional }), ...form },
    }),
    success: { ...(status && { status }), ...success },
  };
}

function credentialsOf({ caller, orBy }: Operation): readonly Credential[] {
  if (caller === 'anyone') return [];
  // A client can have its credentials in the form. A challenge is in the body, and a refresh token can be.
  if (caller === 'client') return ['client', 'none'];
  if (orBy === 'challenge') return ['accessToken', 'none'];
  return orBy ? ['accessToken', 'refreshCookie', 'none'] : ['accessToken'];
}

export interface OpenapiOperation {
  /** The operation id, if it differs from the name of the operation. */
  operationId?: string;
  tag: Tag;
  /** A short title. */
  summary: string;
  /** Says what the operation does, who can call the operation, and what the client does next. */
  description: string;
  /** A request needs one of these. Not set if anyone can call the operation. */
  credentials?: readonly Credential[];
  /** The fields that the path names are parameters of the path. The others are in the body or, without `body`, in the query. */
  input?: InputSchema;
  body?: BodyText;
  success: {
    /** 200 by default. */
    status?: number;
    description: string;
    headers?: Readonly<Record<string, HeaderObject>>;
    /** `application/json` by default. */
    mediaType?: string;
    schema: JsonSchema;
    example?: object;
    /** Describes the page that a client gets instead if it prefers HTML. */
    html?: string;
    /** Says where a client that prefers HTML can be sent instead. */
    redirect?: string;
  };
  /** The form of errors, if it is not the envelope. */
  failure?: FailureForm;
  /** The errors that carry more than a message of their own, for the examples. */
  errors?: Partial<Record<ErrorCode, AppError>>;
}

interface BodyText {
  /** The name of the schema. */
  name: string;
  description: string;
  /** `application/json` by default. */
  mediaType?: string;
  isOptional?: true;
}

export interface HeaderObject {
  description?: string;
  required?: boolean;
  schema: JsonSchema;
}

/** How errors are written. The media type is always `application/json`. */
export interface FailureForm {
  schema: JsonSchema;
  /** The headers of an error, if they are not those of the envelope. */
  headers?: Partial<Record<ErrorCode, Readonly<Record<string, HeaderObject>>>>;
  /** The code of an error in the body. */
  nameOf(code: ErrorCode): string;
  /** Further codes of the body, which say more than the code of the error. */
  otherNames?: readonly string[];
  bodyOf(error: AppError): object;
}

/** What a request can carry to say who sends it. `none` means that the operation also works without. */
export type Credential = 'accessToken' | 'refreshCookie' | 'client' | 'none';

/** Returns every error code of a route with its meaning, in the order of the error table. */
export function errorsOf({ operation, openapi }: Pick<RestRoute, 'operation' | 'openapi'>): Map<ErrorCode, string> {
  const ofEvery = new Set<ErrorCode>([
    // Every route has this code, because malformed HTTP is rejected before the route is known.
    'MALFORMED_REQUEST',
    ...(openapi().body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'INTERNAL',
  ]);
  const all = keysOf(errorTable);
  return new Map(
    all.flatMap((code) => {
      const when = operation.errors[code] ?? (ofEvery.has(code) ? errorTable[code].when : null);
      return when === null ? [] : [[code, when]];
    }),
  );
}
