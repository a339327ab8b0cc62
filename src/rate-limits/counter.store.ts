import { RateLimiterPostgres, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Queryable } from '../db/database';
import type { RedisClient } from '../db/redis';
import { BoundedMemory } from './bounded-memory';
import type { Counter, CounterStore } from './counter';
import type { Limit } from './limit-table';

const keyPrefix = (name: string) => `gatehouse:${name}`;

/** Counts in a database table. There is no fallback: without the database there are no logins either. */
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

/** Milliseconds after which Redis counts as unavailable. */
const redisAnswersWithin = 250;

/**
 * Counts in Redis or Valkey, and while that is unavailable in the memory of this process: requests are neither all
 * accepted nor all rejected.
 */
export class RedisCounterStore implements CounterStore {
  private readonly memory = new BoundedMemory();

  constructor(private readonly redis: RedisClient) {}

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
      timeoutMs: redisAnswersWithin,
      insuranceLimiter: this.memory.create(name, limit),
    });
  }
}
