import type { Locale } from './locale';
import type { CountedNetworks } from './network';
import type { RequestTimings } from './request-timings';

/** The refresh token in the cookie. `rejected` if this origin may not use the cookie. Null without a cookie. */
export type SentRefreshCookie = { token: string } | 'rejected' | null;

/** A backend in RATE_LIMIT_TRUSTED_NETWORKS that sent a request for one of its users. */
export interface TrustedBackend {
  ip: string;
  /** Whether `X-Gatehouse-Client-IP` named the address of the user. A request with another value is rejected. */
  client: 'named' | 'unnamed' | 'rejected';
}

/** The part of a request that services may use. An API reads these values from the request. */
export interface RequestContext {
  requestId: string;
  /** The address of the client, or of a trusted backend that does not name its client. */
  ip: string | null;
  /** The networks of `ip` (`networksOf`), computed once for all that count them. */
  readonly networks: CountedNetworks;
  /** Null if the client itself sent the request, as far as Gatehouse knows. */
  backend: TrustedBackend | null;
  /** The number of addresses in `X-Forwarded-For`: the number of proxies, if the client itself sends none. */
  forwardedBy: number;
  /** At most 256 characters. */
  userAgent: string | null;
  /** Where the client is, as COUNTRY_HEADER says: two capital letters (ISO 3166-1). Null or missing if nobody says it. */
  country?: string | null;
  /** The language that the client prefers (`Accept-Language`, RFC 9110, section 12.5.4). */
  locale: Locale;
  authorization: string | null;
  /** Where the pages send the person after the link of a mail that this request causes. Only the pages know such a place. */
  returnTo?: string | null | undefined;
  /**
   * The super admin who acts as the user, or who uses the administration API. Null until the access token is verified, and
   * for a user who acts alone. The audit and the log contain it.
   */
  actorId: string | null;
  /** How many attempts in a row have failed before this one, as far as a limit of the account has counted them. */
  failuresBefore?: number;
  /** What the form of a page has answered to a challenge. The APIs have it in the input. */
  challengeAnswer?: string | undefined;
  /** Whether the client has shown in this request that it is no program. */
  hasAnsweredChallenge?: boolean;
  refreshCookie: SentRefreshCookie;
  /** The header `X-Router-Secret`, with which the router of a supergraph identifies itself. Not checked yet. */
  routerSecret: string | null;
  /** Aborts when the client no longer waits for the response. */
  signal: AbortSignal;
  /**
   * Whether the work goes on after the client has disconnected: the request has changed something, and its repetition waits for
   * the answer. Then `signal` does not abort.
   */
  outlivesClient?: boolean;
  timings: RequestTimings;
}

/** Whether a trusted backend sent the request without the address of its client. Its clients could be anywhere. */
export const isOfUnknownClient = ({ backend }: RequestContext): boolean => backend?.client === 'unnamed';
