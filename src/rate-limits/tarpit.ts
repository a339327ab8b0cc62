import type { Limit } from '../limits';
import { type Counter, type CounterStore, consume, uncertain } from './counter';

/** After so many seconds without an attempt all is forgotten. */
const memoryS = 900;

/** What was counted for an attempt. */
export interface Counted {
  /** It succeeded: it is as if it and, in a tarpit, those before had not been counted. */
  forgive(): Promise<unknown>;
  /** It did not take place. */
  undo(): Promise<unknown>;
}

/**
 * Makes the one who fails wait: `count` attempts are free, then the pauses between them are 1, 2, 4 … `seconds`
 * seconds. However many come at once, one of them passes a pause. What is refused prolongs nothing.
 */
export class Tarpit {
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

  /** How many failures are free. */
  get free(): number {
    return this.limit.count;
  }

  /** Counts an attempt before it takes place; a number is how many ms it has to wait instead. */
  async take(key: string): Promise<Counted | number> {
    const { free } = this;
    const back = () => this.attempts.reward(key);
    const { consumedPoints } = await this.attempts.consume(key).catch(uncertain(back));
    // The first one has nothing but its own count to forget.
    const isFirst = consumedPoints === 1 && this.limit.seconds <= memoryS;
    if (consumedPoints < free) return this.counted(key, back, isFirst ? [this.attempts] : undefined);

    // The last of the free ones begins the first pause: so of many at once just as many pass as of many in turn.
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
    return { undo, forgive: () => Promise.all(forgotten.map((counter) => counter.delete(key))) };
  }
}
