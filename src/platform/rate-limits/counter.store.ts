import { RateLimiterPostgres, RateLimiterRedis } from 'rate-limiter-flexible';
import type { RedisConnection } from '../db/cluster/redis';
import type { Queryable } from '../db/database';
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
          const rows = await this.db.run<CountRow>({ name, text }, values);
          const counts = rows.map(({ points, expire }) => ({ points, expire: Number(expire) }));
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

/**
 * Like the script of the library, but a count never becomes negative: an event may be removed that was lost with the
 * data of Redis.
 */
const countingScript = `
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
if consumed < 0 then
  redis.call('del', KEYS[1])
  return {0, 0}
end
local ttl = redis.call('pttl', KEYS[1])
if ttl == -1 then
  redis.call('expire', KEYS[1], ARGV[2])
  ttl = 1000 * ARGV[2]
end
return {consumed, ttl}`;

/**
 * Counts in Redis or Valkey. While Redis is unavailable, `replacement` counts in the memory of this process, so that
 * requests are neither all accepted nor all rejected.
 */
export class RedisCounterStore implements CounterStore {
  readonly replacement = new BoundedMemory();

  constructor(private readonly redis: RedisConnection) {}

  create(name: string, { count, seconds }: Limit): Counter {
    const { redis } = this;
    const limiter = new RateLimiterRedis({
      keyPrefix: keyPrefix(name),
      points: count,
      duration: seconds,
      storeClient: redis.commands,
      useRedisPackage: true,
      customIncrTtlLuaScript: countingScript,
    });
    return {
      consume: (key, points, options) => redis.run(() => limiter.consume(key, points, options)),
      get: (key) => redis.run(() => limiter.get(key)),
      set: (key, points, s) => redis.run(() => limiter.set(key, points, s)),
      reward: (key, points) => redis.run(() => limiter.reward(key, points)),
      delete: (key) => redis.run(() => limiter.delete(key)),
    };
  }
}
