import type { LimitName } from './limits';
import type { RejectionReason } from './rejection-reasons';

/**
 * Every refusal of Gatehouse, once: its code, the HTTP status the REST door answers with, and its text.
 * The GraphQL enum `ErrorCode` and the table in `docs/errors.md` are made from this object.
 */
export const errorTable = {
  MALFORMED_REQUEST: {
    status: 400,
    msg: 'The request could not be read.',
    when: 'The body is not JSON, not UTF-8, or not an object, or the request is not well-formed HTTP or GraphQL.',
  },
  VALIDATION_FAILED: {
    status: 400,
    msg: 'Some fields are not valid.',
    when: 'A field breaks its rule, or a GraphQL document does not fit the schema or its limits. One entry per field, with its name and the reason.',
  },
  INVALID_CREDENTIALS: {
    status: 401,
    msg: 'The e-mail address or the password is wrong.',
    when: 'The e-mail address has no account, or the password is wrong. Both get one answer, after the same work.',
  },
  UNAUTHENTICATED: {
    status: 401,
    msg: 'A valid access token is required.',
    when: 'A token is missing, malformed, expired, revoked, or was not issued here. The text says which token, and whether it has expired or was revoked.',
  },
  ACCOUNT_DISABLED: {
    status: 403,
    msg: 'This account is disabled.',
    when: 'The password was right and the account is disabled. Never shown before the password was right.',
  },
  FORBIDDEN: {
    status: 403,
    msg: 'This is not allowed.',
    when: 'Signed in, and not allowed to do this; or the refresh cookie came from an origin that is not allowed.',
  },
  NOT_FOUND: { status: 404, msg: 'There is nothing here.', when: 'No such route or record.' },
  METHOD_NOT_ALLOWED: {
    status: 405,
    msg: 'This method is not allowed here.',
    when: 'The route exists and has no such method. The `Allow` header names those it has.',
  },
  EMAIL_TAKEN: {
    status: 409,
    msg: 'This e-mail address has an account already.',
    when: 'The e-mail address, in its canonical form, has an account.',
  },
  PAYLOAD_TOO_LARGE: {
    status: 413,
    msg: 'The request is too large.',
    when: 'The body is over 16 kB on the REST door, or over 32 kB on the GraphQL door.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    msg: 'The body must be application/json in UTF-8, without a content encoding.',
    when: 'The content type is not `application/json`, its charset is not UTF-8, or the body has a content encoding.',
  },
  RATE_LIMITED: {
    status: 429,
    msg: 'There were too many attempts.',
    when: 'A limit was reached: `limit` names it. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again.',
  },
  INTERNAL: { status: 500, msg: 'Something went wrong on our side.', when: 'A bug. The cause is logged, never sent.' },
  SERVICE_UNAVAILABLE: {
    status: 503,
    msg: 'The service cannot answer now.',
    when: 'Overload, or the database is away. `Retry-After` (REST) or `retryAfter` (GraphQL) says in how many seconds to try again.',
  },
} as const satisfies Record<string, { status: number; msg: string; when: string }>;

export type ErrorCode = keyof typeof errorTable;

/** One field of an input and the rule it breaks. `field` has the service's name (camelCase); a door may spell it its own way. */
export interface FieldProblem {
  field: string;
  msg: string;
}

/** Reasons that more than one place gives, so that the doors give them in the same words. */
export const reasons = {
  required: 'is required',
  notAString: 'must be a string',
  unknownField: 'has a field that is not known',
} as const;

interface AppErrorOptions {
  /** Overrides the table's text where it can say more, e.g. why the service is not ready. Never holds input. */
  msg?: string;
  fields?: readonly FieldProblem[];
  /** Seconds after which it makes sense to try again. */
  retryAfterS?: number;
  /** The one that was reached, for `RATE_LIMITED`. */
  limit?: LimitName;
  /** The methods a route has, for `METHOD_NOT_ALLOWED`. */
  allow?: readonly string[];
  /** For the audit, never sent. */
  reason?: RejectionReason;
  /** What is wrong with the access token that was sent, as RFC 6750 (section 3.1) names it. */
  tokenError?: 'invalid_token';
  /** What led to it: logged where it matters, never sent. */
  cause?: unknown;
}

/** The one error that doors translate. Its message is public; its cause is not. */
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

const revoked = 'The access token has been revoked.';

/**
 * What a response may tell of an access token whose signature is right. A client that forges or probes learns nothing more:
 * every other reason has one text.
 */
const accessTokenTexts: Partial<Record<RejectionReason, string>> = {
  'expired token': 'The access token has expired.',
  'ended session': revoked,
  'disabled account': revoked,
  'no account': revoked,
};

/** The text is also the `error_description` of RFC 6750. */
export function accessTokenRejected(reason: RejectionReason): AppError {
  const msg = accessTokenTexts[reason] ?? 'The access token is not valid.';
  return new AppError('UNAUTHENTICATED', { msg, reason, tokenError: 'invalid_token' });
}

/** It came from an origin that is not allowed, or not from a script. */
export function refreshCookieRejected(): AppError {
  const msg =
    'The refresh cookie is only accepted from a script of an allowed origin: that of PUBLIC_URL, or one of CORS_ORIGINS.';
  return new AppError('FORBIDDEN', { msg, reason: 'cookie not accepted' });
}

/** One text for all reasons. */
export function refreshTokenRejected(reason: RejectionReason): AppError {
  return new AppError('UNAUTHENTICATED', { msg: 'The refresh token is not valid.', reason });
}

/** What nobody foresaw becomes `INTERNAL`, so that nothing of it is sent. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', { cause: error });
}
