import { RateLimiterCompatibleAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { type BoundedMap, boundedMap } from '../runtime/bounded-map';
import type { CounterStore } from './counter';
import type { Limit } from './limit-table';

interface Count {
  points: number;
  /** Milliseconds since 1970. */
  expires: number;
}

/** These entries take about 10 MB of memory. */
const mostKeys = 50_000;

/** Counts in the memory of this process. If there are too many keys, the least recently used keys are forgotten. */
export class BoundedMemory implements CounterStore {
  private readonly counts = boundedMap<Count>(mostKeys);

  create(name: string, limit: Limit): BoundedMemoryCounter {
    return new BoundedMemoryCounter(this.counts, name, limit);
  }
}

class BoundedMemoryCounter extends RateLimiterCompatibleAbstract {
  // The library requires this field of a replacement store.
  override blockDuration = 0;
  override execEvenly = false;

  constructor(
    private readonly counts: BoundedMap<Count>,
    override readonly keyPrefix: string,
    private readonly limit: Limit,
  ) {
    super();
  }

  override async consume(key: string, points = 1, options: { customDuration?: number } = {}): Promise<RateLimiterRes> {
    const counted = this.find(key);
    const seconds = options.customDuration ?? this.limit.seconds;
    const result = counted
      ? this.store(key, counted.points + points, counted.expires)
      : this.store(key, points, Date.now() + seconds * 1000);
    if (result.consumedPoints > this.limit.count) throw result;
    return result;
  }

  override async reward(key: string, points = 1): Promise<RateLimiterRes> {
    return this.consume(key, -points);
  }

  override async set(key: string, points: number, seconds: number): Promise<RateLimiterRes> {
    return this.store(key, points, Date.now() + seconds * 1000);
  }

  override async get(key: string): Promise<RateLimiterRes | null> {
    const counted = this.find(key);
    return counted && this.toResult(counted);
  }

  override async delete(key: string): Promise<boolean> {
    return this.counts.delete(`${this.keyPrefix}:${key}`);
  }

  private find(key: string): Count | null {
    const counted = this.counts.get(`${this.keyPrefix}:${key}`);
    return counted && counted.expires > Date.now() ? counted : null;
  }

  private store(key: string, points: number, expires: number): RateLimiterRes {
    this.counts.set(`${this.keyPrefix}:${key}`, { points, expires });
    return this.toResult({ points, expires });
  }

  private toResult({ points, expires }: Count): RateLimiterRes {
    return new RateLimiterRes(Math.max(this.limit.count - points, 0), Math.max(expires - Date.now(), 0), points);
  }
}
