import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from './limit-table';

/** Counts events by key, in a time window that starts with the first event. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'set' | 'reward' | 'delete'>;

export interface CounterStore {
  create(name: string, limit: Limit): Counter;
}

/** Counts one event, in a window of `seconds` if given. If the limit is reached, returns the ms to wait, else null. */
export async function consume(counter: Counter, key: string, seconds?: number): Promise<number | null> {
  try {
    await counter.consume(key, 1, seconds === undefined ? {} : { customDuration: seconds });
    return null;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection.msBeforeNext;
    throw rejection;
  }
}

/** The store became unavailable, so the event may or may not be counted. */
export class UncertainCount extends Error {
  constructor(
    readonly undo: () => Promise<unknown>,
    override readonly cause: unknown,
  ) {
    super('the store of the counts did not answer');
  }
}

/** Handles a failed count. `undo` removes the event if the store did count it. @throws UncertainCount */
export function uncertain(undo: () => Promise<unknown>): (error: unknown) => never {
  return (error) => {
    throw new UncertainCount(undo, error);
  };
}
