import { type Counter, type CounterStore, consume, uncertain, uncounted } from './counter';
import type { Limit } from './limit-table';

/** After this time without an attempt, the count is reset. */
const memoryS = 900;

export interface Counted {
  /** Called for a successful attempt. Undoes its count, or resets all counts of the key. */
  release(): Promise<unknown>;
  /** Called for an attempt that did not take place. Undoes its count. */
  undo(): Promise<unknown>;
  /** How many attempts in a row have failed before, if the limit remembers all of them. */
  failuresBefore?: number;
  /** Whether more than half of the limit is used. */
  isOverHalf?: boolean;
}

/** A limit of the failures of one account. */
export interface FailureLimiter {
  /** Counts an attempt before it takes place. If the attempt is rejected, returns the ms to wait. */
  consume(key: string): Promise<Counted | number>;
  /** The ms until an attempt passes. 0 if it passes now. */
  waitMs(key: string): Promise<number>;
  /** Forgets the failures of the key. */
  forget(key: string): Promise<unknown>;
}

/**
 * Delays logins after failures. The first `count` failures are free. After that, the pauses between attempts are 1, 2,
 * 4 … seconds, at most `seconds`. Of concurrent attempts, one passes after each pause. Rejected attempts do not prolong
 * the pause.
 */
export class LoginBackOff implements FailureLimiter {
  private readonly attempts: Counter;
  private readonly steps: Counter;
  private readonly pause: Counter;

  constructor(
    counters: CounterStore,
    name: string,
    private readonly limit: Limit,
  ) {
    const unlimited = { count: Number.MAX_SAFE_INTEGER, seconds: memoryS };
    this.attempts = counters.create(`${name}:attempts`, unlimited);
    this.steps = counters.create(`${name}:steps`, unlimited);
    this.pause = counters.create(`${name}:pause`, { count: 1, seconds: limit.seconds });
  }

  /** Counts an attempt before it takes place. If the attempt is rejected, returns the ms to wait. */
  async consume(key: string): Promise<Counted | number> {
    const free = this.limit.count;
    const back = () => this.attempts.reward(key);
    const { consumedPoints } = await this.attempts.consume(key).catch(uncounted(back));
    // The first attempt has started no pause, so it only has its own count to remove.
    const isFirst = consumedPoints === 1 && this.limit.seconds <= memoryS;
    if (consumedPoints < free) return this.counted(key, back, isFirst ? [this.attempts] : undefined);

    // The last free attempt starts the first pause, so that concurrent attempts get no more attempts than others.
    const step = (await this.steps.get(key).catch(uncertain(back)))?.consumedPoints ?? 0;
    const pauseS = Math.min(this.limit.seconds, 2 ** step);
    const undo = () =>
      Promise.all([
        this.attempts.set(key, free - 1, memoryS),
        this.steps.set(key, step, memoryS),
        this.pause.delete(key),
      ]);
    const waitMs = await consume(this.pause, key, pauseS).catch(uncertain(undo));
    if (waitMs !== null) return waitMs;
    const advanced = [this.attempts.set(key, free, memoryS), this.steps.set(key, step + 1, memoryS)];
    await Promise.all(advanced).catch(uncertain(undo));
    return this.counted(key, undo);
  }

  async waitMs(key: string): Promise<number> {
    return (await this.pause.get(key))?.msBeforeNext ?? 0;
  }

  forget(key: string): Promise<unknown> {
    return Promise.all([this.attempts, this.steps, this.pause].map((counter) => counter.delete(key)));
  }

  private counted(
    key: string,
    undo: () => Promise<unknown>,
    forgotten: readonly Counter[] = [this.attempts, this.steps, this.pause],
  ): Counted {
    return { undo, release: () => Promise.all(forgotten.map((counter) => counter.delete(key))) };
  }
}
