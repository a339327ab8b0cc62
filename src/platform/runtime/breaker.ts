import type { Clock } from './clock';

/**
 * Stops requests to a service that is down. After some failures in a row, no request is sent for a while. Then one
 * request tries: if it gets an answer, all requests are sent again, else the pause begins again.
 */
export class Breaker {
  private failuresInARow = 0;
  private pausedUntilMs = 0;
  private isTrying = false;

  constructor(
    private readonly settings: { mostFailures: number; pauseMs: number },
    private readonly clock: Clock,
  ) {}

  get isOpen(): boolean {
    return this.failuresInARow >= this.settings.mostFailures;
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

  /** Returns whether the breaker opened or closed. A request without a result, such as one that was stopped, is `null`. */
  end(result: 'answered' | 'down' | null): 'opened' | 'closed' | null {
    const wasOpen = this.isOpen;
    this.isTrying = false;
    if (result === 'answered') this.failuresInARow = 0;
    if (result === 'down') {
      this.failuresInARow += 1;
      if (this.isOpen) this.pausedUntilMs = this.clock().getTime() + this.settings.pauseMs;
    }
    if (wasOpen === this.isOpen) return null;
    return this.isOpen ? 'opened' : 'closed';
  }
}
