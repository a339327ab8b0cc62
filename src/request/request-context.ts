import type { RequestTimings } from './request-timings';

/** The refresh token in the cookie. `rejected` if this origin may not use the cookie. Null without a cookie. */
export type SentRefreshCookie = { token: string } | 'rejected' | null;

/** The part of a request that services may use. An API reads these values from the request. */
export interface RequestContext {
  requestId: string;
  ip: string | null;
  /** The number of addresses in `X-Forwarded-For`: the number of proxies, if the client itself sends none. */
  forwardedBy: number;
  /** At most 256 characters. */
  userAgent: string | null;
  authorization: string | null;
  refreshCookie: SentRefreshCookie;
  /** Aborts when the client no longer waits for the response. */
  signal: AbortSignal;
  timings: RequestTimings;
}
