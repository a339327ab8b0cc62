import { UncertainCount } from './counter';
import type { Counted } from './login-back-off';

/** Returns how to undo the count of an attempt. If the attempt is rejected, returns the ms to wait. */
export interface Limiter {
  consume(key: string): Promise<Counted | number>;
}

/**
 * Counts an attempt in the replacement if the store is unavailable. The result of an attempt goes to where the attempt
 * was counted: to the store, too, if the store has become unavailable in the meantime. Otherwise its count would stay.
 */
export class ReplacedLimiter implements Limiter {
  constructor(
    private readonly limiter: Limiter,
    private readonly replacement: Limiter,
    private readonly retry: (work: () => Promise<unknown>) => Promise<void>,
  ) {}

  async consume(key: string): Promise<Counted | number> {
    try {
      return await this.limiter.consume(key);
    } catch (error) {
      if (!(error instanceof UncertainCount)) throw error;
      if (error.undo) void this.retry(error.undo);
      return this.replacement.consume(key);
    }
  }
}
