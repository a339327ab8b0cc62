import { RateLimiterPostgres, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Queryable } from '../db/database';
import type { RedisClient } from '../db/redis';
import { BoundedMemory } from './bounded-memory';
import type { Counter, CounterStore } from './counter';
import type { Limit } from './limit-table';

const keyPrefix = (name: string) => `gatehouse:${name}`;

/** Counts in a database table. This store needs no fallback, because without the database no login is possible. */
export class PostgresCounterStore implements CounterStore {
  constructor(private readonly db: Queryable) {}

  create(name: string, { count, seconds }: Limit): Counter {
    return new RateLimiterPostgres({
      keyPrefix: keyPrefix(name),
      points: count,
      duration: seconds,
      storeClient: {
        query: async ({ name, text, values }: { name: string; text: string; values: unknown[] }) => {
          const rows = await this.db.run({ name, text }, values);
          return { rows, rowCount: rows.length };
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
