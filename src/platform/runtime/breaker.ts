import type { Clock } from './clock';

/** How a request ended: with the status of an answer, or without one. */
export type RequestEnd = { status: number } | { error: unknown };

/** What a service, or a proxy before it, says that cannot handle any request now (RFC 9110, sections 15.6.3 to 15.6.5). */
const awayStatuses: readonly number[] = [502, 503, 504];

/**
 * No connection. A connection that was open and then broke is not among them: a request that the service cannot bear also
 * breaks it, so one person could close the service for everyone.
 */
const noConnection =
  /^(ECONNREFUSED|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ETIMEDOUT|ENOTFOUND|EAI_\w+|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|ERR_TLS_\w+|ERR_SSL_\w+)$/;
const timeouts: readonly string[] = ['AbortError', 'TimeoutError'];

/**
 * Whether the end of a request says that the service is away. An answer that came is an answer: one that is too large, 429 or
 * 500 can be about one person, and says nothing about the next one.
 */
export function saysAway(end: RequestEnd): boolean {
  if ('status' in end) return awayStatuses.includes(end.status);
  for (let cause = end.error; cause instanceof Error; cause = cause.cause) {
    if (timeouts.includes(cause.name)) return true;
    if ('code' in cause && noConnection.test(String(cause.code))) return true;
  }
  return false;
}

/**
 * Stops requests to a service that is away. After some requests in a row that say so, no request is sent for a while. Then
 * one request tries: if it gets an answer, all requests are sent again, else the pause begins again.
 */
export class Breaker {
  private awayInARow = 0;
  private pausedUntilMs = 0;
  private isTrying = false;

  constructor(
    private readonly settings: { mostFailures: number; pauseMs: number },
    private readonly clock: Clock,
  ) {}

  get isOpen(): boolean {
    return this.awayInARow >= this.settings.mostFailures;
  }

  /**
   * Asks to send a request. Returns 0 if it may be sent; the caller then calls `end`. Else returns after how many
   * seconds a client may try again.
   */
  begin(): number {
    if (!this.isOpen) return 0;
    const pauseMs = this.pausedUntilMs - this.clock().getTime();
    if (pauseMs > 0) return Math.ceil(pauseMs / 1000);
    if (this.isTrying) return 1;
    this.isTrying = true;
    return 0;
  }

  /** Whether a request would be stopped now. Unlike `begin`, this starts nothing. */
  waitS(): number {
    if (!this.isOpen) return 0;
    return Math.max(1, Math.ceil((this.pausedUntilMs - this.clock().getTime()) / 1000));
  }

  /** Returns whether the breaker opened or closed. A request that says nothing, such as one that was stopped, is `null`. */
  end(end: RequestEnd | null): 'opened' | 'closed' | null {
    const wasOpen = this.isOpen;
    this.isTrying = false;
    if (end && saysAway(end)) {
      this.awayInARow += 1;
      if (this.isOpen) this.pausedUntilMs = this.clock().getTime() + this.settings.pauseMs;
    } else if (end && 'status' in end) this.awayInARow = 0;
    if (wasOpen === this.isOpen) return null;
    return this.isOpen ? 'opened' : 'closed';
  }
}
