import { RateLimiterPostgres, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Queryable } from '../db/database';
import type { Clock } from '../runtime/clock';
import { BoundedMemory } from './bounded-memory';
import type { Counter, CounterStore } from './counter';
import type { Limit } from './limit-table';

const keyPrefix = (name: string) => `gatehouse:${name}`;

/** Counts in a database table. This store needs no fallback, because without the database no login is possible. */
export class PostgresCounterStore implements CounterStore {
  constructor(
    private readonly db: Queryable,
    private readonly clock: Clock,
  ) {}

  create(name: string, { count, seconds }: Limit): Counter {
    return new RateLimiterPostgres({
      keyPrefix: keyPrefix(name),
      points: count,
      duration: seconds,
      storeClient: {
        query: async ({ name, text, values }: { name: string; text: string; values: unknown[] }) => {
          // The library uses the system clock, and the table has the time of all instances.
          const aheadMs = Date.now() - this.clock().getTime();
          const rows = await this.db.run<CountRow>({ name, text }, inSharedTime(name, values, aheadMs));
          const counts = rows.map(({ points, expire }) => ({ points, expire: Number(expire) + aheadMs }));
          return { rows: counts, rowCount: rows.length };
        },
      },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The clean-up job removes expired rows.
      clearExpiredByTimeout: false,
    });
  }
}

interface CountRow {
  points: number;
  expire: string;
}

/** Which parameters of a statement of the library are times, in ms since 1970. */
const timesIn: Readonly<Record<string, readonly number[]>> = {
  'rate_limits:rlflx-upsert': [2, 3],
  'rate_limits:rlflx-upsert-force': [2, 3],
  'rate_limits:rlflx-get': [1],
};

function inSharedTime(statement: string, values: readonly unknown[], aheadMs: number): unknown[] {
  const times = timesIn[statement] ?? [];
  return values.map((value, i) => (times.includes(i) && typeof value === 'number' ? value - aheadMs : value));
}

/**
 * Counts in Redis or Valkey. While Redis is unavailable, counts in the memory of this process, so that requests are
 * neither all accepted nor all rejected.
 */
export class RedisCounterStore implements CounterStore {
  private readonly memory = new BoundedMemory();

  constructor(
    private readonly redis: RedisClient,
    /** If Redis takes longer than this number of ms, it counts as unavailable. */
    private readonly answersWithinMs: number,
  ) {}

  create(name: string, limit: Limit): Counter {
    const { count, seconds } = limit;
    return new RLWrapperTimeouts({
      limiter: new RateLimiterRedis({
        keyPrefix: keyPrefix(name),
        points: count,
        duration: seconds,
        storeClient: this.redis,
        useRedisPackage: true,
        rejectIfRedisNotReady: true,
      }),
      timeoutMs: this.answersWithinMs,
      insuranceLimiter: this.memory.create(name, limit),
    });
  }
}
