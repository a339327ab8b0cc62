import type { AppError, ErrorCode, FieldProblem } from '../errors';
import type { LimitName } from '../limits';

/** The one shape of every answer of the REST door. `result` is there only when `success` is true. */
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
  /** With `VALIDATION_FAILED` alone. */
  errors?: FieldProblem[];
  /** With `RATE_LIMITED` alone. */
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

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
