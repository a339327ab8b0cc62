/**
 * Why the old service did not say whether a password is right. The message contains nothing that a client or the old
 * service sent.
 */
export class UnusableAnswer extends Error {
  override readonly name = 'UnusableAnswer';
  /** Whether the old service seems to be down, so that it should not be asked for a while. */
  readonly isDown: boolean;
  /** When the old service may be asked again, in seconds. Null if it did not say so. */
  readonly retryAfterS: number | null;

  constructor(message: string, options: { isDown: boolean; retryAfterS?: number | null; cause?: unknown }) {
    super(message, { cause: options.cause });
    this.isDown = options.isDown;
    this.retryAfterS = options.retryAfterS ?? null;
  }
}
