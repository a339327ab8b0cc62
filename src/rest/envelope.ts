import type { AppError, FieldProblem } from '../errors/app-error';
import { type ErrorCode, errorTable } from '../errors/error-table';
import { type LimitName, limitNames } from '../rate-limits/limit-table';
import { component, type JsonSchema, object, string } from './json-schema';

/** The envelope of every response of the REST API. `result` is only present if `success` is true. */
export type Envelope = SuccessEnvelope | FailureEnvelope;

export interface SuccessEnvelope {
  success: true;
  msg: string;
  result: object;
}

export interface FailureEnvelope {
  success: false;
  msg: string;
  code: ErrorCode;
  errors?: FieldProblem[];
  limit?: LimitName;
}

export function successEnvelope(msg: string, result: object): SuccessEnvelope {
  return { success: true, msg, result };
}

export function failureEnvelope(error: AppError): FailureEnvelope {
  const { code, message: msg, limit } = error;
  if (limit) return { success: false, msg, code, limit };
  if (code !== 'VALIDATION_FAILED') return { success: false, msg, code };
  const errors = error.fields.map((problem) => ({ field: toSnakeCase(problem.field), msg: problem.msg }));
  return { success: false, msg, code, errors };
}

/** Returns the schema of a success with this result. `others` are properties next to `result`. */
export function successSchema(name: string, result: JsonSchema, others: Record<string, JsonSchema> = {}): JsonSchema {
  return component(name, object({ success: { const: true }, msg: string, result, ...others }));
}

export const emptySuccessSchema = successSchema('EmptyEnvelope', object({}));

export const failureSchema = component(
  'FailureEnvelope',
  object(
    {
      success: { const: false },
      msg: string,
      code: { type: 'string', enum: Object.keys(errorTable) },
      errors: {
        type: 'array',
        description: 'With `VALIDATION_FAILED` alone.',
        items: object({ field: string, msg: string }),
      },
      limit: { type: 'string', enum: limitNames, description: 'The limit that was reached, only with `RATE_LIMITED`.' },
    },
    ['errors', 'limit'],
  ),
);

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
