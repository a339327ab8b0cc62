import { type ErrorCode, errorTable } from '../errors/error-table';
import type { Route } from '../http/routes';
import { type DeclaredOperation, operationErrors } from '../request/operation-errors';
import type { JsonSchema } from './json-schema';

export interface RestRoute extends Route {
  operation: DeclaredOperation;
  openapi: OpenapiOperation;
}

export interface OpenapiOperation {
  /** The operation id, if it differs from the name of the operation. */
  operationId?: string;
  /** A short title. */
  summary: string;
  /** Says what the operation does, who can call the operation, and what the client does next. */
  description: string;
  accessToken?: 'required' | 'optional';
  parameters?: readonly Readonly<Record<string, unknown>>[];
  body?: JsonSchema;
  bodyIsOptional?: true;
  success: {
    /** 200 by default. */
    status?: number;
    description: string;
    headers?: Readonly<Record<string, HeaderObject>>;
    /** `application/json` by default. */
    mediaType?: string;
    schema: JsonSchema;
  };
}

export interface HeaderObject {
  description?: string;
  required?: boolean;
  schema: JsonSchema;
}

/** Returns every error code of a route with its meaning, in the order of the error table. */
export function errorsOf({ operation, openapi }: Pick<RestRoute, 'operation' | 'openapi'>): Map<ErrorCode, string> {
  const ofOperation: Partial<Record<ErrorCode, string>> = operationErrors[operation];
  const ofEvery = new Set<ErrorCode>([
    // Every route has this code, because malformed HTTP is rejected before the route is known.
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
