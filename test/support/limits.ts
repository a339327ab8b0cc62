import { randomBytes } from 'node:crypto';
import { readConfig } from '../../src/compose/config';
import { openRedis } from '../../src/platform/db/cluster/redis';
import { derivingFrom } from '../../src/platform/encryption/derivation-key';
import { createLog } from '../../src/platform/observability/log';
import { BoundedMemory } from '../../src/platform/rate-limits/bounded-memory';
import type { CounterStore } from '../../src/platform/rate-limits/counter';
import { PostgresCounterStore, RedisCounterStore } from '../../src/platform/rate-limits/counter.store';
import { KnownNetworkStore } from '../../src/platform/rate-limits/known-network.store';
import { RateLimits } from '../../src/platform/rate-limits/rate-limits';
import { networksOf } from '../../src/platform/request/network';
import type { RequestContext } from '../../src/platform/request/request-context';
import { RequestTimings } from '../../src/platform/request/request-timings';
import { createMigratedDatabase } from './database';
import { noDatabase } from './in-memory';
import { describeWith, type Need } from './needs';
import { until } from './until';

export const redisUrl = process.env.TEST_REDIS_URL;

/** The settings of a server with limits. Each server has its own counts in a shared Redis, because the keys depend on the secret. */
export const withLimits = (): Record<string, string> => ({
  RATE_LIMITS: 'on',
  GATEHOUSE_SECRET: randomBytes(32).toString('base64'),
  ...(redisUrl && { REDIS_URL: redisUrl }),
});

const log = createLog('silent');

/** Creates the real rate limits with counts in memory. `env` has settings of the limits. */
export function createLimits(
  env: Record<string, string>,
  counters: CounterStore = new BoundedMemory(),
  clock = () => new Date(),
): RateLimits {
  const { rateLimits } = readConfig(env);
  const derive = derivingFrom(randomBytes(32));
  return new RateLimits({
    settings: rateLimits,
    counters,
    knownNetworks: new InMemoryKnownNetworkStore(),
    derive,
    clock,
    log,
  });
}

export class InMemoryKnownNetworkStore extends KnownNetworkStore {
  constructor() {
    super(noDatabase);
  }

  private readonly seen = new Map<string, Date>();

  override async isKnown(key: Uint8Array, since: Date): Promise<boolean> {
    const at = this.seen.get(String(key));
    return at !== undefined && at > since;
  }

  override async remember(key: Uint8Array, at: Date): Promise<void> {
    const before = this.seen.get(String(key));
    if (!before || before < at) this.seen.set(String(key), at);
  }
}

/**
 * Stops the clock for the rest of a test, so that no window or pause ends on a slow machine. Timers continue. Redis has
 * its own clock.
 */
export function stopClock(): void {
  jest.useFakeTimers({
    doNotFake: [
      ...(['hrtime', 'nextTick', 'performance', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] as const),
    ],
  });
}

/**
 * Stops `setTimeout` and the clock of durations for the rest of a test, so that they do not depend on the machine. The
 * test moves both with `jest.advanceTimersByTime`.
 */
export function stopTimers(): void {
  jest.useFakeTimers({
    doNotFake: [
      ...(['Date', 'hrtime', 'nextTick', 'queueMicrotask', 'setImmediate', 'clearImmediate'] as const),
      ...(['setInterval', 'clearInterval'] as const),
    ],
  });
}

/** Returns the context of a request from this IP address. */
export function contextAt(ip: string | null): RequestContext {
  const { signal } = new AbortController();
  return {
    requestId: 'r',
    ip,
    networks: networksOf(ip),
    backend: null,
    forwardedBy: 0,
    userAgent: 'test',
    locale: 'en',
    authorization: null,
    actorId: null,
    refreshCookie: null,
    routerSecret: null,
    signal,
    timings: new RequestTimings(),
  };
}

export interface CounterWorld {
  counters: CounterStore;
  /** Before a clock goes back that a test has moved by days. */
  settle?(): Promise<unknown>;
  close(): Promise<void>;
}

const counterWorlds: { name: string; needs: Need[]; open: () => Promise<CounterWorld> }[] = [
  { name: 'in memory', needs: [], open: async () => ({ counters: new BoundedMemory(), close: async () => {} }) },
  {
    name: 'in the database',
    needs: [],
    async open() {
      const world = await openSql();
      const counters = new PostgresCounterStore(world.queryable);
      // The embedded database would wait until the moved clock to write its statistics, with a timer that fires all the time.
      const settle = () => world.queryable.query('SELECT pg_stat_force_next_flush()');
      return { counters, settle, close: world.close };
    },
  },
  {
    name: 'in Redis',
    needs: ['Redis'],
    async open() {
      const redis = openRedis(redisUrl ?? '', log, { answersWithinMs: 60_000, silenceMs: 60_000 });
      await until(async () => redis.isUp());
      return { counters: new RedisCounterStore(redis), close: async () => redis.close() };
    },
  },
];

/** Declares the tests for every kind of counter store, whose name ends the title. */
export function describeWithEachCounterStore(
  title: string,
  declare: (name: string, open: () => Promise<CounterWorld>) => void,
): void {
  for (const { name, needs, open } of counterWorlds) {
    describeWith(...needs)(`${title} ${name}`, () => declare(name, open));
  }
}

export const knownNetworkWorlds: [string, () => Promise<{ store: KnownNetworkStore; close(): Promise<void> }>][] = [
  ['in memory', async () => ({ store: new InMemoryKnownNetworkStore(), close: async () => {} })],
  [
    'in the database',
    async () => {
      const world = await openSql();
      return { store: new KnownNetworkStore(world.queryable), close: world.close };
    },
  ],
];

async function openSql() {
  const database = await createMigratedDatabase();
  const context = await database.open();
  return {
    queryable: context,
    async close() {
      await context.close();
      await database.drop();
    },
  };
}
