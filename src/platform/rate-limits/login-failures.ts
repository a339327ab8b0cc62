import { type Counter, type CounterStore, consume, uncertain, uncounted } from './counter';
import type { Limit } from './limit-table';
import type { Counted, FailureLimiter } from './login-back-off';

const dayS = 86_400;
/** After this time without a failure, the count is reset. */
const memoryS = 30 * dayS;
/**
 * The expiry is extended when it is this much nearer. It is not extended at each failure, because the store cannot
 * change a count and its expiry in one step.
 */
const movedAfterMs = dayS * 1000;
/** Once the limit is reached, the count is set this far above it, so that concurrent undos cannot bring it below. */
const margin = 1_000_000;

/**
 * Limits consecutive failed logins (NIST SP 800-63B, section 5.2.2). The first `count` failures are free. After that,
 * one attempt passes every `seconds` seconds, even if many are sent at the same time. A success resets the count.
 */
export class LoginFailures implements FailureLimiter {
  private readonly failures: Counter;
  private readonly pause: Counter;

  constructor(
    counters: CounterStore,
    name: string,
    private readonly limit: Limit,
  ) {
    this.failures = counters.create(`${name}:count`, { count: Number.MAX_SAFE_INTEGER, seconds: memoryS });
    this.pause = counters.create(`${name}:pause`, { count: 1, seconds: limit.seconds });
  }

  /** Counts an attempt before it takes place. If the attempt is rejected, returns the ms to wait. */
  async consume(key: string): Promise<Counted | number> {
    const { count } = this.limit;
    const back = () => this.failures.reward(key);
    const { consumedPoints, msBeforeNext } = await this.failures.consume(key).catch(uncounted(back));
    const failuresBefore = consumedPoints - 1;
    if (consumedPoints < count) {
      if (msBeforeNext < memoryS * 1000 - movedAfterMs) {
        await this.failures.set(key, consumedPoints, memoryS).catch(uncertain(back));
      }
      return { undo: back, release: () => this.failures.delete(key), failuresBefore };
    }

    // The last free attempt starts the first pause.
    const waitMs = await consume(this.pause, key).catch(uncertain(back));
    if (waitMs !== null) {
      await back().catch(uncertain(back));
      return waitMs;
    }
    const far = count + 2 * margin;
    const before = consumedPoints > count + margin ? far : consumedPoints - 1;
    const undo = () => Promise.all([this.pause.delete(key), this.failures.set(key, before, memoryS)]);
    await this.failures.set(key, far, memoryS).catch(uncertain(undo));
    return { undo, release: () => this.forget(key), failuresBefore };
  }

  async waitMs(key: string): Promise<number> {
    return (await this.pause.get(key))?.msBeforeNext ?? 0;
  }

  forget(key: string): Promise<unknown> {
    return Promise.all([this.failures.delete(key), this.pause.delete(key)]);
  }
}
