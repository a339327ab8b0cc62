import type { RequestEnd } from './breaker';

/** Why another service has not decided what it was asked. The message contains nothing that a client or the service sent. */
export class UnusableAnswer extends Error {
  override readonly name: string = 'UnusableAnswer';
  /** How the request ended. Null if none was sent. */
  readonly end: RequestEnd | null;
  /** When the service may be asked again, in seconds. Null if it did not say so. */
  readonly retryAfterS: number | null;

  constructor(message: string, end: RequestEnd | null, retryAfterS: number | null = null) {
    super(message, { cause: end && 'error' in end ? end.error : undefined });
    this.end = end;
    this.retryAfterS = retryAfterS;
  }
}
