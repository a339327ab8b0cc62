import { type Counter, type CounterStore, consume, uncertain } from './counter';
import type { Limit } from './limit-table';

/** The count is reset after so many seconds without an attempt. */
const memoryS = 900;

/** An attempt that was counted. */
export interface Counted {
  /** The attempt succeeded: its count, and after the first back-off all counts of the account, are removed. */
  release(): Promise<unknown>;
  /** The attempt did not take place. */
  undo(): Promise<unknown>;
}

/**
 * Delays logins after failures: `count` attempts are free, then the pauses between attempts are 1, 2, 4 … `seconds`
 * seconds. Of concurrent attempts, one passes after each pause. Rejected attempts do not prolong the pause.
 */
export class LoginBackOff {
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

  /** The number of free failures. */
  get free(): number {
    return this.limit.count;
  }

  /** Counts an attempt before it takes place. Returns the ms to wait if it is rejected. */
  async consume(key: string): Promise<Counted | number> {
    const { free } = this;
    const back = () => this.attempts.reward(key);
    const { consumedPoints } = await this.attempts.consume(key).catch(uncertain(back));
    // The first attempt only has its own count to remove.
    const isFirst = consumedPoints === 1 && this.limit.seconds <= memoryS;
    if (consumedPoints < free) return this.counted(key, back, isFirst ? [this.attempts] : undefined);

    // The last free attempt starts the first pause, so that as many concurrent attempts pass as sequential ones.
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

  private counted(
    key: string,
    undo: () => Promise<unknown>,
    forgotten: readonly Counter[] = [this.attempts, this.steps, this.pause],
  ): Counted {
    return { undo, release: () => Promise.all(forgotten.map((counter) => counter.delete(key))) };
  }
}
