import type { RequestEnd } from '../../platform/runtime/breaker';

/**
 * Why the old service did not say whether a password is right. The message contains nothing that a client or the old
 * service sent.
 */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
  /** How the request ended. Null if none was sent. */
  readonly end: RequestEnd | null;
  /** When the old service may be asked again, in seconds. Null if it did not say so. */
  readonly retryAfterS: number | null;

  constructor(message: string, end: RequestEnd | null, retryAfterS: number | null = null) {
    super(message, { cause: end && 'error' in end ? end.error : undefined });
    this.end = end;
    this.retryAfterS = retryAfterS;
  }
}
