import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors/app-error';
import type { Log } from '../observability/log';
import { isOfUnknownClient, type RequestContext } from '../request/request-context';
import { boundedMap } from '../runtime/bounded-map';
import type { Clock } from '../runtime/clock';
import type { CounterStore } from './counter';
import type { KeyOf } from './known-networks';
import { type Limit, type RateLimit, rateLimits } from './limit-table';
import { type Counted, type FailureLimiter, LoginBackOff } from './login-back-off';
import { LoginFailures } from './login-failures';
import { ReplacedFailureLimiter } from './replaced-failure-limiter';
import { type Limiter, ReplacedLimiter } from './replaced-limiter';
import { WindowCounter } from './window-counter';

/** The settings of each limit, by its name. Null means that the limit is off. */
export type LimitSettings = Readonly<Record<string, Limit | null>>;

/** How the failures of an account are counted. */
const failureLimiters = { backOff: LoginBackOff, failures: LoginFailures } as const;

/** How long this process itself rejects a key that the store has rejected. */
const reachedForMs = 1000;
/** How long an attack counts as going on after its last sign. */
const attackMs = 600_000;
/** How often an undo is tried, with growing delays up to `longestWaitMs`. */
const undoRetries = { attempts: 60, longestWaitMs: 1000 } as const;

interface Reached {
  atMs: number;
  waitMs: number;
}

interface LimitCountersNeeds {
  settings: LimitSettings;
  counters: CounterStore;
  keyOf: KeyOf;
  clock: Clock;
  log: Log;
}

/** The counters of the limits. The keys are HMACs, so the store reveals no address. */
export class LimitCounters {
  private readonly failures = new Map<string, FailureLimiter>();
  /** The counter of each limit, by the budget of a network (`networksOf`). */
  private readonly windows = new Map<string, (budget: number) => Limiter>();
  private readonly open: WindowCounter[] = [];
  /** How many attempts each limit per network did not count, because their client was unknown. */
  readonly exemptions: Record<string, number> = {};
  /** Keys that the store has recently rejected. Further requests with these keys need no query. */
  private readonly reached = boundedMap<Reached>(10_000);

  /** Until when the requests of a network, and of all (an empty text), count as an attack, in ms since 1970. */
  private readonly attacks = boundedMap<number>(10_000);

  constructor(private readonly needs: LimitCountersNeeds) {
    for (const rateLimit of rateLimits.all()) {
      const { name, counter, per } = rateLimit;
      if (per === 'network') this.exemptions[name] = 0;
      const limit = this.limitOf(rateLimit);
      if (limit === null) continue;
      if (counter === undefined) this.windows.set(name, this.windowsOf(name, limit));
      else this.failures.set(name, this.openFailures(failureLimiters[counter], name, limit));
    }
  }

  /** Null for a limit that is off. */
  limitOf({ name }: RateLimit): Limit | null {
    return this.needs.settings[name] ?? null;
  }

  /** Counts for the network of the client. For IPv6, also counts for the wider networks around it. */
  async countNetworks(limit: RateLimit, context: RequestContext, counted: Counted[]): Promise<void> {
    if (isOfUnknownClient(context)) {
      const { name } = limit;
      if (this.windows.has(name)) this.exemptions[name] = (this.exemptions[name] ?? 0) + 1;
      return;
    }
    for (const { network, budget } of context.networks) counted.push(await this.count(limit, network, budget));
  }

  /** @throws AppError `RATE_LIMITED` */
  async count({ name, per, showsAttacks }: RateLimit, of: string, budget = 1): Promise<Counted> {
    const counter = this.windows.get(name)?.(budget);
    if (!counter) return nothingCounted;
    const key = this.needs.keyOf(name, of);
    const now = this.needs.clock().getTime();
    const reached = this.reached.get(key);
    if (reached && now - reached.atMs < reachedForMs) throw limitError(name, reached.atMs + reached.waitMs - now);
    const taken = await counter.consume(key);
    const isCounted = typeof taken !== 'number';
    if (showsAttacks && (!isCounted || taken.isOverHalf)) this.noteAttack(per === 'network' ? of : '');
    if (isCounted) return taken;
    this.reached.set(key, { atMs: now, waitMs: taken });
    throw limitError(name, taken);
  }

  noteAttack(network = ''): void {
    this.attacks.set(network, this.needs.clock().getTime() + attackMs);
  }

  /** Whether a network of the client, or the installation, was above half of such a limit in the last ten minutes. Asks no store. */
  isUnderAttack({ networks }: RequestContext): boolean {
    const now = this.needs.clock().getTime();
    return ['', ...networks.map(({ network }) => network)].some((of) => (this.attacks.get(of) ?? 0) > now);
  }

  /** @throws AppError `RATE_LIMITED` */
  async countFailure({ name }: RateLimit, key: string): Promise<Counted> {
    const taken = (await this.failures.get(name)?.consume(key)) ?? nothingCounted;
    if (typeof taken === 'number') throw limitError(name, taken);
    return taken;
  }

  /** Null for a limit that is off. */
  failuresOf({ name }: RateLimit): FailureLimiter | null {
    return this.failures.get(name) ?? null;
  }

  undo(counted: readonly Counted[]): void {
    for (const { undo } of counted) void this.retryInBackground(undo);
  }

  /** The store may be unavailable now, or may have closed this connection. */
  async retryInBackground(record: () => Promise<unknown>): Promise<void> {
    for (let attempt = 0; attempt < undoRetries.attempts; attempt += 1) {
      const isDone = await record().then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await delay(Math.min(10 * 2 ** attempt, undoRetries.longestWaitMs), undefined, { ref: false });
    }
    this.needs.log.warn(
      'the result of a successful request could not be recorded in the rate limits: its client may be limited too early',
    );
  }

  /** Returns unused counts to the store. */
  async close(): Promise<void> {
    await Promise.all(this.open.map((counter) => counter.close()));
  }

  private openFailures(Type: typeof LoginBackOff | typeof LoginFailures, name: string, limit: Limit): FailureLimiter {
    const { counters } = this.needs;
    const limiter = new Type(counters, name, limit);
    if (!counters.replacement) return limiter;
    const both = [limiter, new Type(counters.replacement, name, limit)] as const;
    return new ReplacedFailureLimiter(both, (work) => this.retryInBackground(work));
  }

  private windowsOf(name: string, limit: Limit): (budget: number) => Limiter {
    const byBudget = new Map<number, Limiter>();
    return (budget) => {
      const counter = byBudget.get(budget) ?? this.openWindow(name, budget, limit);
      byBudget.set(budget, counter);
      return counter;
    };
  }

  private openWindow(name: string, budget: number, { count, seconds }: Limit): Limiter {
    const open = (store: CounterStore) => {
      const counter = store.create(budget === 1 ? name : `${name}:${budget}`, { count: count * budget, seconds });
      const window = new WindowCounter(counter, (work) => this.retryInBackground(work));
      this.open.push(window);
      return window;
    };
    const { counters } = this.needs;
    if (!counters.replacement) return open(counters);
    return new ReplacedLimiter(open(counters), open(counters.replacement), (work) => this.retryInBackground(work));
  }
}

const nothingCounted: Counted = { release: async () => {}, undo: async () => {} };

export function limitError(limit: string, waitMs: number): AppError {
  return new AppError('RATE_LIMITED', { limit, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}
