import type { ErrorCode } from '../errors/error-table';
import type { Route } from '../http/routes';
import type { OperationName } from '../request/operation-names';
import type { JsonSchema } from './json-schema';

/** A route with its description for the OpenAPI document. */
export interface RestRoute extends Route {
  operation: OperationName;
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
  /**
   * Errors of this operation. Those that follow from the fields above, and those of every operation, are added
   * (`errorCodesOf`).
   */
  errors?: readonly ErrorCode[];
  /** The operation depends on nothing that can be unavailable, so it has no `SERVICE_UNAVAILABLE`. */
  alwaysAvailable?: true;
}

export interface HeaderObject {
  description?: string;
  required?: boolean;
  schema: JsonSchema;
}

/** Every error code that a route's operation can return. */
export function errorCodesOf({ openapi }: Pick<RestRoute, 'openapi'>): ErrorCode[] {
  const { body, errors = [], accessToken, alwaysAvailable } = openapi;
  const codes: ErrorCode[] = [
    // Malformed HTTP is rejected before the route is known.
    'MALFORMED_REQUEST',
    ...(body ? (['PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const) : []),
    ...errors,
    ...(accessToken ? (['UNAUTHENTICATED'] as const) : []),
    ...(alwaysAvailable ? [] : (['SERVICE_UNAVAILABLE'] as const)),
    'INTERNAL',
  ];
  return [...new Set(codes)];
}
