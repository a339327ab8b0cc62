import type { LimitName } from '../rate-limits/limit-table';
import { type ErrorCode, errorTable } from './error-table';
import type { LoginChallenge } from './login-challenge';
import type { RejectionReason } from './rejection-reasons';

/** An input field and the rule that it breaks. `field` is in camelCase; the REST API sends it in snake_case. */
export interface FieldProblem {
  field: string;
  msg: string;
}

/** Texts that several rules share, so that both APIs use the same words. */
export const reasons = {
  required: 'is required',
  notAString: 'must be a string',
  unknownField: 'has a field that the schema does not have',
} as const;

/** RFC 9470, section 3. */
export interface RequiredAuthentication {
  /** Null: any level. */
  acr: 'aal1' | 'aal2' | null;
  /** Null: of any age. */
  maxAgeS: number | null;
}

/** Whose access token a request has. The token may be rejected, but its signature is valid. */
export interface CallerIds {
  userId: string;
  sessionId: string;
  /** The super admin who acts as the user. */
  actor?: { userId: string } | null;
}

interface AppErrorOptions {
  /** Replaces the text of the error table, for example to say why the service is not ready. Must not contain input. */
  msg?: string;
  fields?: readonly FieldProblem[];
  /** After how many seconds the client may try again. */
  retryAfterS?: number;
  /** The limit that was reached. Only for `RATE_LIMITED`. */
  limit?: LimitName;
  /** The methods of the route. Only for `METHOD_NOT_ALLOWED`. */
  allow?: readonly string[];
  /** The reason in the audit. It is never sent to a client. */
  reason?: RejectionReason;
  /** The error code of RFC 6750, section 3.1. Only set if the request contained an access token. */
  tokenError?: 'invalid_token';
  /** How the client completes the login. Only for `MFA_REQUIRED`. */
  challenge?: LoginChallenge;
  /** The authentication that is needed. Only for `STEP_UP_REQUIRED`. */
  stepUp?: RequiredAuthentication;
  /** The original error. It may be logged, but is never sent to a client. */
  cause?: unknown;
}

/** The only kind of error that the APIs send to clients. The message is public, the cause is not. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly fields: readonly FieldProblem[];
  readonly retryAfterS: number | null;
  readonly limit: LimitName | null;
  readonly allow: readonly string[];
  readonly reason: RejectionReason | null;
  readonly tokenError: 'invalid_token' | null;
  readonly challenge: LoginChallenge | null;
  readonly stepUp: RequiredAuthentication | null;
  /** Whose request was rejected, for the audit. It is never sent to a client. */
  caller: CallerIds | null = null;

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
    this.stepUp = options.stepUp ?? null;
    this.challenge = options.challenge ?? null;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** Converts an unexpected error to `INTERNAL`, so that no detail of it is sent to a client. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', { cause: error });
}
