import { LRUCache } from 'lru-cache';

/** At most this many entries: the least recently used ones are forgotten. */
export type BoundedMap<Value extends NonNullable<unknown>> = LRUCache<string, Value>;

/**
 * Creates an empty map of at most `most` entries. It grows as it is filled: with `max`, `lru-cache` allocates all entries
 * when it is created, which took 16 ms of each start.
 */
export const boundedMap = <Value extends NonNullable<unknown>>(most: number): BoundedMap<Value> =>
  new LRUCache({ maxSize: most, sizeCalculation: () => 1 });
