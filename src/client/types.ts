import type { ErrorCode, SessionEnd } from './error-code.js';
import type { Passkey, User } from './records.js';

export type { Passkey, User };

/** Codes of errors that arise in the client, in addition to those of the service. */
export type ClientErrorCode =
  /** No answer within 10 s, or one that does not come from Gatehouse. */
  | 'NETWORK'
  /** Another account has signed in in this browser since the request was made. The request was not sent. */
  | 'ACCOUNT_CHANGED'
  /** The person has closed the dialog of the passkey, it has timed out, or the application has ended it. */
  | 'PASSKEY_CANCELLED'
  /** The device already has a passkey of this account. */
  | 'PASSKEY_EXISTS';

/** Why something was not done. */
export interface Problem {
  code: ErrorCode | ClientErrorCode;
  /** A text for people, in English. */
  msg: string;
  /** With `VALIDATION_FAILED`: the fields that break a rule. */
  fields: { field: string; msg: string }[];
  /** With `MFA_REQUIRED`: what `completeLogin` takes. */
  challenge?: LoginChallenge;
  /** With `CHALLENGE_REQUIRED`: what `challenge` of the input answers. See the option `challenge`. */
  botChallenge?: BotChallenge;
  /** With `LINK_REQUIRED` and `EMAIL_NOT_VERIFIED`, after a sign-in with a provider. */
  link?: IdentityLink;
  /** When to try again, in seconds. */
  retryAfter?: number;
  /** With `INVALID_TOKEN`: how many further codes are compared. With null, the person starts again. */
  attemptsLeft?: number | null;
  /** With `UNAUTHENTICATED`: why the session has ended, if that is known. */
  sessionEnd?: SessionEnd;
  /** With `RATE_LIMITED`: the limit that was reached. */
  limit?: string;
}

export type Failure = { ok: false; error: Problem };
export type Result<Value extends object = object> = ({ ok: true } & Value) | Failure;

/** What `fetch`, `accessToken` and `loadUser` throw if there is no answer. */
export class GatehouseError extends Error {
  override readonly name = 'GatehouseError';
  readonly code: Problem['code'];
  /** In seconds. */
  readonly retryAfter: number | undefined;

  constructor({ code, msg, retryAfter }: Problem) {
    super(msg);
    this.code = code;
    this.retryAfter = retryAfter;
  }
}

/** What an access token is for. */
export interface TokenOptions {
  /** The id of an organization of the person, in whose name the token is then (`org_id`, `org_slug`, `org_roles`). */
  organization?: string;
}

/** As `fetch`, with an access token. */
export type TokenFetch = (input: Parameters<typeof fetch>[0], init?: RequestInit & TokenOptions) => Promise<Response>;

/** Fields of `USER_FIELDS`, under the names of that file. Null: no value. */
export type OwnFields = Record<string, string | number | boolean | string[] | null>;

/** What the person needs for the second step of a login. */
export interface LoginChallenge {
  token: string;
  factors: ('totp' | 'passkey' | 'recovery_code')[];
  passkeyOptions: PublicKeyCredentialRequestOptionsJSON | null;
  /** In seconds. */
  expiresIn: number;
}

/** What shows that the client is no program: the number of a puzzle, or the token of a widget. `expiresIn` is in seconds. */
export type BotChallenge =
  | { kind: 'puzzle'; id: string; salt: string; bits: number; expiresIn: number }
  | { kind: 'site'; siteKey: string; action: string };

/** What connects the account at a provider after a proof: see `linkIdentity` and `requestEmailLogin`. */
export interface IdentityLink {
  token: string;
  provider: string;
  email: string;
  /** Whether a code was mailed, for `completeEmailLogin`. */
  mailed: boolean;
  /** In seconds. */
  expiresIn: number;
}

/** The person has no session. `reason` says why it has ended; null if there was none, or that is not known. */
export interface SignedOut {
  readonly status: 'signedOut';
  readonly user: null;
  readonly reason: SessionEnd | null;
}

export type AuthState =
  /** It is not known yet whether the person has a session. */
  | { readonly status: 'loading'; readonly user: null }
  | { readonly status: 'signedIn'; readonly user: User }
  | SignedOut;

/** Where a native or command-line application keeps the refresh token: a place that other applications cannot read. */
export interface TokenStorage {
  getItem(key: string): string | null | undefined | Promise<string | null | undefined>;
  setItem(key: string, value: string): unknown;
  removeItem(key: string): unknown;
}
