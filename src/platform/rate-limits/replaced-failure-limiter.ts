import type { FailureLimiter } from './login-back-off';
import { ReplacedLimiter } from './replaced-limiter';

/** While the store is unavailable, both of them can have failures of a key. */
export class ReplacedFailureLimiter extends ReplacedLimiter implements FailureLimiter {
  constructor(
    private readonly both: readonly [FailureLimiter, FailureLimiter],
    retry: (work: () => Promise<unknown>) => Promise<void>,
  ) {
    super(...both, retry);
  }

  async waitMs(key: string): Promise<number> {
    const [store, replacement] = this.both;
    return Math.max(await store.waitMs(key).catch(() => 0), await replacement.waitMs(key));
  }

  async forget(key: string): Promise<void> {
    for (const limiter of this.both.toReversed()) await limiter.forget(key);
  }
}
