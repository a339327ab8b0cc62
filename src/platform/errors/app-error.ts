import type { BotChallenge } from './bot-challenge';
import { type ErrorCode, errorTable } from './error-table';
import type { IdentityLink } from './identity-link';
import type { LoginChallenge } from './login-challenge';
import type { RejectionReason } from './rejection-reason';
import type { SessionEnd } from './session-end';

/** An input field and the rule that it breaks. `field` is in camelCase; the REST API sends it in snake_case. */
export interface FieldProblem {
  field: string;
  msg: string;
  /** Which rule it is, where the pages say it in their own words. It is never sent to a client. */
  rule?: string;
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
  /** The only ways that help. Undefined if any does. */
  methods?: readonly 'email'[];
}

/** Whose access token a request has. The token may be rejected, but its signature is valid. */
export interface CallerIds {
  userId: string;
  sessionId: string;
  /** The super admin who acts as the user. */
  actor?: { userId: string } | null;
}

interface AnyErrorOptions {
  /** Replaces the text of the error table, for example to say why the service is not ready. Must not contain input. */
  msg?: string;
  /** The reason in the audit. It is never sent to a client. */
  reason?: RejectionReason;
  /** The original error. It may be logged, but is never sent to a client. */
  cause?: unknown;
}

/** What an error can carry apart from its code and its text. */
interface ErrorData {
  fields?: readonly FieldProblem[];
  /** After how many seconds the client may try again. */
  retryAfterS?: number;
  /** The limit that was reached. */
  limit?: string;
  /** The methods of the route. */
  allow?: readonly string[];
  /** The error code of RFC 6750, section 3.1. Only set if the request contained an access token. */
  tokenError?: 'invalid_token';
  /** Why the session of a refresh token is over. */
  sessionEnd?: SessionEnd | null;
  /** After a wrong code: at least so many further codes are compared. Null: the client starts again. */
  attemptsLeft?: number | null;
  /** How the client completes the login. */
  challenge?: LoginChallenge;
  /** What the client answers to show that it is no program. */
  botChallenge?: BotChallenge;
  /** How the client connects the account at the provider. */
  link?: IdentityLink;
  /** The authentication that is needed. */
  stepUp?: RequiredAuthentication;
  /** Who has shown the right password. It is never sent to a client. */
  ofUser?: string;
}

/** The only codes whose errors carry data, and which. */
interface Carried {
  VALIDATION_FAILED: 'fields';
  INVALID_TOKEN: 'attemptsLeft';
  UNAUTHENTICATED: 'tokenError' | 'sessionEnd';
  STEP_UP_REQUIRED: 'stepUp';
  MFA_REQUIRED: 'challenge';
  CHALLENGE_REQUIRED: 'botChallenge';
  ACCOUNT_DISABLED: 'ofUser';
  EMAIL_NOT_VERIFIED: 'ofUser' | 'link';
  LINK_REQUIRED: 'link';
  METHOD_NOT_ALLOWED: 'allow';
  RATE_LIMITED: 'limit' | 'retryAfterS';
  SERVICE_UNAVAILABLE: 'retryAfterS';
}
type WithData = { [Code in keyof Carried]: [Code, AnyErrorOptions & Pick<ErrorData, Carried[Code]>] }[keyof Carried];

/** The only kind of error that the APIs send to clients. The message is public, the cause is not. */
export class AppError extends Error {
  override readonly name = 'AppError';
  readonly code: ErrorCode;
  readonly fields: readonly FieldProblem[];
  readonly retryAfterS: number | null;
  readonly limit: string | null;
  readonly allow: readonly string[];
  readonly reason: RejectionReason | null;
  readonly tokenError: 'invalid_token' | null;
  readonly sessionEnd: SessionEnd | null;
  readonly attemptsLeft: number | null;
  readonly challenge: LoginChallenge | null;
  readonly botChallenge: BotChallenge | null;
  readonly link: IdentityLink | null;
  readonly stepUp: RequiredAuthentication | null;
  readonly ofUser: string | null;
  /** Whose request was rejected, for the audit. It is never sent to a client. */
  caller: CallerIds | null = null;

  constructor(code: ErrorCode, options?: AnyErrorOptions);
  constructor(...codeAndData: WithData);
  constructor(code: ErrorCode, options: AnyErrorOptions & ErrorData = {}) {
    super(options.msg ?? errorTable[code].msg, { cause: options.cause });
    this.code = code;
    this.fields = options.fields ?? [];
    this.retryAfterS = options.retryAfterS ?? (code === 'SERVICE_UNAVAILABLE' ? 2 : null);
    this.limit = options.limit ?? null;
    this.allow = options.allow ?? [];
    this.reason = options.reason ?? null;
    this.tokenError = options.tokenError ?? null;
    this.sessionEnd = options.sessionEnd ?? null;
    this.attemptsLeft = options.attemptsLeft || null;
    this.stepUp = options.stepUp ?? null;
    this.challenge = options.challenge ?? null;
    this.botChallenge = options.botChallenge ?? null;
    this.link = options.link ?? null;
    this.ofUser = options.ofUser ?? null;
  }

  get status(): number {
    return errorTable[this.code].status;
  }
}

/** @param msg what does not exist, as a sentence */
export const notFound = (msg: string) => new AppError('NOT_FOUND', { msg });

/** One field breaks its rule. */
export const invalidField = (field: string, msg: string, rule?: string) =>
  new AppError('VALIDATION_FAILED', { fields: [{ field, msg, ...(rule && { rule }) }] });

/** Converts an unexpected error to `INTERNAL`, so that no detail of it is sent to a client. */
export function toAppError(error: unknown): AppError {
  return error instanceof AppError ? error : new AppError('INTERNAL', { cause: error });
}
