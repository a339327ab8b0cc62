import type { RequestTimings } from './request-timings';

/**
 * The refresh token of a browser's cookie; `rejected` if the origin of the request is not accepted; null without a
 * cookie.
 */
export type SentRefreshCookie = { token: string } | 'rejected' | null;

/** What a service may know of the request: plain values that an API read. */
export interface RequestContext {
  requestId: string;
  ip: string | null;
  /** The number of addresses in `X-Forwarded-For`: the number of proxies, if each adds one and the client sent none. */
  forwardedBy: number;
  /** At most 256 characters. */
  userAgent: string | null;
  /** The `Authorization` header. */
  authorization: string | null;
  refreshCookie: SentRefreshCookie;
  /** Aborts when the client no longer waits for the response. */
  signal: AbortSignal;
  /** Services measure their steps with it. */
  timings: RequestTimings;
}
