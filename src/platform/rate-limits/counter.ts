import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { RedisAwayError } from '../db/cluster/redis';
import type { Limit } from './limit-table';

/** Counts events by key, in a time window that starts with the first event. */
export type Counter = Pick<RateLimiterAbstract, 'consume' | 'get' | 'set' | 'reward' | 'delete'>;

export interface CounterStore {
  /** Counts while this store is unavailable. Without it, a request is rejected then. */
  readonly replacement?: CounterStore;
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

/** The store became unavailable. */
export class UncertainCount extends Error {
  constructor(
    /** Removes the event, which may or may not be counted. Null if the store did not count it. */
    readonly undo: (() => Promise<unknown>) | null,
    override readonly cause: unknown,
  ) {
    super('the store of the counts did not answer');
  }
}

/** Handles a failed command after the event was counted. @throws UncertainCount */
export function uncertain(undo: () => Promise<unknown>): (error: unknown) => never {
  return (error) => {
    throw new UncertainCount(undo, error);
  };
}

/** Handles a failed command that counts the event. `undo` removes the event if the store did count it. @throws UncertainCount */
export function uncounted(undo: () => Promise<unknown>): (error: unknown) => never {
  return (error) => {
    throw new UncertainCount(error instanceof RedisAwayError ? null : undo, error);
  };
}
