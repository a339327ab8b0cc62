import { RateLimiterPostgres, RateLimiterRedis, RLWrapperTimeouts } from 'rate-limiter-flexible';
import type { Run } from '../db/client';
import type { RedisClient } from '../db/redis';
import type { Limit } from '../limits';
import { BoundedMemory } from './bounded-memory';
import type { Counter, CounterStore } from './counter';

const keyPrefix = (name: string) => `gatehouse:${name}`;

/** In a table of its own. A database that is away answers no login either, so there is nothing in its place. */
export class PostgresCounterStore implements CounterStore {
  constructor(private readonly run: Run) {}

  create(name: string, { count, seconds }: Limit): Counter {
    return new RateLimiterPostgres({
      keyPrefix: keyPrefix(name),
      points: count,
      duration: seconds,
      storeClient: {
        query: async ({ name, text, values }: { name: string; text: string; values: unknown[] }) => {
          const rows = await this.run({ name, text }, values);
          return { rows, rowCount: rows.length };
        },
      },
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      // The clean-up job does.
      clearExpiredByTimeout: false,
    });
  }
}

/** Milliseconds after which Redis counts as away. */
const redisAnswersWithin = 250;

/** In Redis or Valkey, and while that is away in the memory of this process: neither open nor closed. */
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
