import type { LimitName } from '../rate-limits/limit-table';
import { type ErrorCode, errorTable } from './error-table';
import type { RejectionReason } from './rejection-reasons';

/**
 * One field of an input and the rule it breaks. `field` is the camelCase name; the REST API converts it to snake_case.
 */
export interface FieldProblem {
  field: string;
  msg: string;
}

/** Texts that are used in several places, so that both APIs use the same words. */
export const reasons = {
  required: 'is required',
  notAString: 'must be a string',
  unknownField: 'has a field that the schema does not have',
} as const;

interface AppErrorOptions {
  /** Replaces the text of the error table, for example to say why the service is not ready. Never contains input. */
  msg?: string;
  fields?: readonly FieldProblem[];
  /** Seconds after which it makes sense to try again. */
  retryAfterS?: number;
  /** The limit that was reached, for `RATE_LIMITED`. */
  limit?: LimitName;
  /** The methods a route has, for `METHOD_NOT_ALLOWED`. */
  allow?: readonly string[];
  /** For the audit. Never sent. */
  reason?: RejectionReason;
  /** What is wrong with the access token that was sent, as RFC 6750 (section 3.1) names it. */
  tokenError?: 'invalid_token';
  /** The original error: logged if it matters, never sent. */
  cause?: unknown;
}

/** The one error that the APIs send to clients. Its message is public; its cause is not. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly fields: readonly FieldProblem[];
  readonly retryAfterS: number | null;
  readonly limit: LimitName | null;
  readonly allow: readonly string[];
  readonly reason: RejectionReason | null;
  readonly tokenError: 'invalid_token' | null;

  constructor(
    readonly code: ErrorCode,
    options: AppErrorOptions = {},
  ) {
    super(options.msg ?? errorTable[code].msg, { cause: options.cause });
    this.fields = options.fields ?? [];
    this.retryAfterS = options.retryAfterS ?? (code === 'SERVICE_UNAVAILABLE' ? 2 : null);
    this.limit = options.limit ?? null;
    this.allow = options.allow ?? [];
    this.reason = options.reason ?? null;
    this.tokenError = options.tokenError ?? null;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** An unexpected error becomes `INTERNAL`, so that nothing of it is sent. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', { cause: error });
}
