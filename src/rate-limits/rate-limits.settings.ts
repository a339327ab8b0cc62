import { z } from 'zod';
import { flag, optional, secretUrl, setting } from '../config/setting';
import { type Limit, type LimitName, limitNames, limitTable } from './limit-table';

type ByLimit<T> = Readonly<Record<LimitName, T>>;

const forEachLimit = <T>(make: (name: LimitName) => T): ByLimit<T> =>
  Object.fromEntries(limitNames.map((name) => [name, make(name)])) as Record<LimitName, T>;

/** `100/900`: 100 events in 900 seconds; null for `off`. */
const limit = z
  .string()
  .regex(/^(off|[1-9]\d{0,8}\/[1-9]\d{0,8})$/, 'must be a number and seconds, such as 100/900, or off')
  .transform((value): Limit | null => {
    const [count, seconds] = value.split('/').map(Number);
    return count && seconds ? { count, seconds } : null;
  });

export const rateLimitsSettings = {
  /** Null: the limits are counted in the database. */
  redisUrl: setting(
    'REDIS_URL',
    optional(secretUrl(['redis:', 'rediss:'], 'must be a redis:// or rediss:// URL')),
    'a Redis or Valkey in which the limits are counted; without it, in the database',
  ),
  rateLimits: {
    enabled: setting(
      'RATE_LIMITS',
      flag.default(true),
      '`off` switches all limits off, for benchmarks; see [limits](limits.md)',
      { defaultText: 'on' },
    ),
    limits: forEachLimit((name) => {
      const { count, seconds, per } = limitTable[name];
      return setting(
        `RATE_LIMIT_${name}`,
        limit.default({ count, seconds }),
        `a limit per ${per}: a number and seconds, or \`off\`; see [limits](limits.md)`,
        { defaultText: `${count}/${seconds}` },
      );
    }),
  },
};

/** Null: the limit is off. */
export const rateLimitsOf = (values: { enabled: boolean; limits: ByLimit<Limit | null> }): ByLimit<Limit | null> =>
  values.enabled ? values.limits : forEachLimit(() => null);
