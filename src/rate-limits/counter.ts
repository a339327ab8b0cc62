import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from '../limits';

/** A count of events by key, over so many seconds from the first of them. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'set' | 'reward' | 'delete'>;

/** Counts that all instances share. */
export interface CounterStore {
  create(name: string, limit: Limit): Counter;
}

/** Counts one, over `seconds` where they are given; the number is how many ms it has to wait instead. */
export async function consume(counter: Counter, key: string, seconds?: number): Promise<number | null> {
  try {
    await counter.consume(key, 1, seconds === undefined ? {} : { customDuration: seconds });
    return null;
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused.msBeforeNext;
    throw refused;
  }
}

/** A count that may have been made or not, as the store went away meanwhile. */
export class UncertainCount extends Error {
  constructor(
    readonly undo: () => Promise<unknown>,
    override readonly cause: unknown,
  ) {
    super('the store of the counts did not answer');
  }
}

/** For a count that fails: how to take it back if it was made after all. */
export function uncertain(undo: () => Promise<unknown>): (error: unknown) => never {
  return (error) => {
    throw new UncertainCount(undo, error);
  };
}
