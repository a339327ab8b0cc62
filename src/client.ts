import type { Trail } from './trail';

/** The refresh token of a browser's cookie; `rejected` if it came from where it is not accepted; null if none came. */
export type SentRefreshCookie = { token: string } | 'rejected' | null;

/** What a service may know of the request: plain values that a door read. */
export interface Client {
  requestId: string;
  ip: string | null;
  /** How many addresses `X-Forwarded-For` has: the proxies it came through, if each adds one and the client sent none. */
  forwardedBy: number;
  /** At most 256 characters of it. */
  userAgent: string | null;
  /** The `Authorization` header. */
  authorization: string | null;
  refreshCookie: SentRefreshCookie;
  /** Aborts when nobody waits for the answer any more. */
  gone: AbortSignal;
  /** Where services note what they spend the time on. */
  trail: Trail;
}
