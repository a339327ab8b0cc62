import { type ErrorCode, errorTable } from '../errors/error-table';
import type { Route } from '../http/routes';
import { type DeclaredOperation, operationErrors } from '../request/operation-errors';
import type { JsonSchema } from './json-schema';

/** A route with its description for the OpenAPI document. */
export interface RestRoute extends Route {
  operation: DeclaredOperation;
  openapi: OpenapiOperation;
}

export interface OpenapiOperation {
  /** The operation id, if it is not the name of the operation. */
  operationId?: string;
  summary: string;
  description?: string;
  /** Whether it reads an access token. */
  accessToken?: 'required' | 'optional';
  parameters?: readonly Readonly<Record<string, unknown>>[];
  /** The schema of the JSON body, if the route reads one. */
  body?: JsonSchema;
  bodyIsOptional?: true;
  success: {
    /** Default: 200. */
    status?: number;
    description: string;
    headers?: Readonly<Record<string, HeaderObject>>;
    /** Default: `application/json`. */
    mediaType?: string;
    schema: JsonSchema;
  };
}

export interface HeaderObject {
  description?: string;
  required?: boolean;
  schema: JsonSchema;
}

/** Every error that a route can return, in the order of the error table, and when. */
export function errorsOf({ operation, openapi }: Pick<RestRoute, 'operation' | 'openapi'>): Map<ErrorCode, string> {
  const ofOperation: Partial<Record<ErrorCode, string>> = operationErrors[operation];
  const ofEvery = new Set<ErrorCode>([
    // Malformed HTTP is rejected before the route is known.
    'MALFORMED_REQUEST',
    ...(openapi.body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    'INTERNAL',
  ]);
  const all = Object.keys(errorTable) as ErrorCode[];
  return new Map(
    all.flatMap((code) => {
      const when = ofOperation[code] ?? (ofEvery.has(code) ? errorTable[code].when : null);
      return when === null ? [] : [[code, when]];
    }),
  );
}
