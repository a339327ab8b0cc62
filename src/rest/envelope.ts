import type { AppError, ErrorCode, FieldProblem } from '../errors';

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
}

export function successEnvelope(msg: string, result: object): SuccessEnvelope {
  return { success: true, msg, result };
}

export function failureEnvelope(error: AppError): FailureEnvelope {
  const { code, message: msg } = error;
  if (code !== 'VALIDATION_FAILED') return { success: false, msg, code };
  const errors = error.fields.map((problem) => ({ field: toSnakeCase(problem.field), msg: problem.msg }));
  return { success: false, msg, code, errors };
}

function toSnakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
