import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import type { Limit } from './limit-table';

/** Counts events by key, in a window that starts with the first event. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'set' | 'reward' | 'delete'>;

/** Creates counters that all instances share. */
export interface CounterStore {
  create(name: string, limit: Limit): Counter;
}

/** Counts one event, with a window of `seconds` if given. Returns null, or the ms to wait if the limit is reached. */
export async function consume(counter: Counter, key: string, seconds?: number): Promise<number | null> {
  try {
    await counter.consume(key, 1, seconds === undefined ? {} : { customDuration: seconds });
    return null;
  } catch (rejection) {
    if (rejection instanceof RateLimiterRes) return rejection.msBeforeNext;
    throw rejection;
  }
}

/** It is unknown whether the event was counted, because the store became unavailable. */
export class UncertainCount extends Error {
  constructor(
    readonly undo: () => Promise<unknown>,
    override readonly cause: unknown,
  ) {
    super('the store of the counts did not answer');
  }
}

/** Handles a failed count: `undo` removes the event if it was counted after all. */
export function uncertain(undo: () => Promise<unknown>): (error: unknown) => never {
  return (error) => {
    throw new UncertainCount(undo, error);
  };
}
