import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Client } from '../client';
import type { Clock } from '../clock';
import { AppError, type ErrorCode } from '../errors';
import type { Limit, LimitName } from '../limits';
import type { Log } from '../log';
import { networkOf, networksOf } from '../network';
import type { Derive } from '../secrets/derivation-key';
import { type CounterStore, UncertainCount } from './counter';
import type { KnownNetworkStore } from './known-network.store';
import { LoginFailures } from './login-failures';
import { type Counted, Tarpit } from './tarpit';
import { WindowCounter } from './window-counter';

/** A limit that is null is switched off. */
export type LimitSettings = Readonly<Record<LimitName, Limit | null>>;

interface Reached {
  atMs: number;
  waitMs: number;
}

type Window = Exclude<LimitName, 'LOGIN_ACCOUNT' | 'LOGIN_FAILURES'>;
type NetworkLimit = Exclude<Window, 'GLOBAL'>;

const dayMs = 86_400_000;
/** For how long a network is known from its last login. */
const knownForMs = 90 * dayMs;
/** For how long this process refuses by itself what the store has refused. */
const reachedForMs = 1000;
/** How often it is tried to take back what was counted, the first times at once, and milliseconds between the last. */
const takingBack = { attempts: 60, longestWaitMs: 1000 } as const;

/** With these an attempt did not take place, or did not fail. What one limit rejects counts for no other. */
const notCounted = new Set<ErrorCode>(['SERVICE_UNAVAILABLE', 'INTERNAL', 'ACCOUNT_DISABLED', 'RATE_LIMITED']);

/**
 * The limits of the operations that take credentials, counted before anything else is done: however many come at once,
 * through whichever door and in whichever spelling, share one count. Keys are HMACs, so that an address without an
 * account is counted like any other, and the counts tell no address.
 */
export class RateLimits {
  private readonly tarpit: Tarpit | null;
  private readonly failures: LoginFailures | null;
  /** For each budget that a network can have (src/network.ts). */
  private readonly windows: Readonly<Record<Window, ((budget: number) => WindowCounter) | null>>;
  private readonly counters: WindowCounter[] = [];
  /** Whether a limit asks for it. */
  private readonly tellsNetworks: boolean;
  /** By key, what the store has refused, so that a flood does not ask it each time. */
  private readonly reached = new LRUCache<string, Reached>({ max: 10_000 });
  /** Key to the time at which its network was last remembered. */
  private readonly remembered = new LRUCache<string, number>({ max: 50_000 });

  constructor(
    settings: LimitSettings,
    counters: CounterStore,
    private readonly knownNetworks: KnownNetworkStore,
    private readonly derive: Derive,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    const open = (name: LimitName) =>
      settings[name] &&
      countersByBudget(settings[name], (budget, limit) => this.openWindow(counters, name, budget, limit));
    this.tarpit = settings.LOGIN_ACCOUNT && new Tarpit(counters, 'LOGIN_ACCOUNT', settings.LOGIN_ACCOUNT);
    this.failures = settings.LOGIN_FAILURES && new LoginFailures(counters, 'LOGIN_FAILURES', settings.LOGIN_FAILURES);
    this.windows = {
      LOGIN_NETWORK: open('LOGIN_NETWORK'),
      REGISTER_NETWORK: open('REGISTER_NETWORK'),
      REFRESH_NETWORK: open('REFRESH_NETWORK'),
      GLOBAL: open('GLOBAL'),
    };
    this.tellsNetworks = this.tarpit !== null || this.failures !== null || this.windows.GLOBAL !== null;
  }

  /**
   * How many logins of one account may be at work at once: fewer than are free. Until it is known how they end they
   * are counted as failed, and the right password must not be rejected because of others that were right, too.
   */
  get loginsAtOnce(): number {
    return this.tarpit ? Math.max(1, this.tarpit.free - 1) : Number.POSITIVE_INFINITY;
  }

  /**
   * The limits of the network and of the installation come first and count for each account alike, so that their
   * answer does not tell which accounts exist or are used from there. A network from which somebody has logged in to
   * the account has a back-off of its own for it, so that failures elsewhere do not shut its owner out.
   * @throws AppError `RATE_LIMITED`, and what `login` throws
   */
  login<Result>(account: string, client: Client, login: () => Promise<Result>): Promise<Result> {
    const network = networkOf(client.ip);
    const pair = this.keyOf('known', `${account} ${network}`);
    const ofAnyAccount = this.keyOf('known network', network);
    return this.counting(async (counted) => {
      await client.trail.measure('limiter', async () => {
        await this.takeNetworks('LOGIN_NETWORK', client, counted);
        counted.push(await this.takeGlobal(ofAnyAccount));
        const isKnown = await this.isKnown(pair);
        const key = isKnown ? pair : this.keyOf('LOGIN_ACCOUNT', account);
        counted.push(await this.takeAttempt('LOGIN_ACCOUNT', this.tarpit, key));
        if (!isKnown) counted.push(await this.takeAttempt('LOGIN_FAILURES', this.failures, key));
      });
      const result = await login();
      await client.trail.measure('limiter', () => this.note([pair, ofAnyAccount], counted));
      return result;
    });
  }

  /** @throws AppError `RATE_LIMITED`, and what `register` throws */
  register<Result>(client: Client, register: () => Promise<Result>): Promise<Result> {
    return this.counting(async (counted) => {
      await client.trail.measure('limiter', async () => {
        await this.takeNetworks('REGISTER_NETWORK', client, counted);
        counted.push(await this.take('GLOBAL', ''));
      });
      return register();
    });
  }

  /** @throws AppError `RATE_LIMITED`, and what `refresh` throws */
  refresh<Result>(client: Client, refresh: () => Promise<Result>): Promise<Result> {
    return this.counting(async (counted) => {
      await client.trail.measure('limiter', () => this.takeNetworks('REFRESH_NETWORK', client, counted));
      return refresh();
    });
  }

  /** What `attempt` has counted is taken back if it turns out not to have taken place. */
  private async counting<Result>(attempt: (counted: Counted[]) => Promise<Result>): Promise<Result> {
    const counted: Counted[] = [];
    try {
      return await attempt(counted);
    } catch (thrown) {
      const isUncertain = thrown instanceof UncertainCount;
      const error = isUncertain ? thrown.cause : thrown;
      if (isUncertain) void this.insist(thrown.undo);
      const stays = error instanceof AppError && !notCounted.has(error.code);
      if (!stays) for (const { undo } of counted) void this.insist(undo);
      throw error;
    }
  }

  /** Counts for the network of the client and, with IPv6, for the wider ones around it. */
  private async takeNetworks(name: NetworkLimit, { ip }: Client, counted: Counted[]): Promise<void> {
    for (const { network, budget } of networksOf(ip)) counted.push(await this.take(name, network, budget));
  }

  private async take(name: Window, of: string, budget = 1): Promise<Counted> {
    const counter = this.windows[name]?.(budget);
    if (!counter) return nothing;
    const key = this.keyOf(name, of);
    const now = this.clock().getTime();
    const reached = this.reached.get(key);
    if (reached && now - reached.atMs < reachedForMs) throw refusal(name, reached.atMs + reached.waitMs - now);
    const taken = await counter.take(key);
    if (typeof taken !== 'number') return taken;
    this.reached.set(key, { atMs: now, waitMs: taken });
    throw refusal(name, taken);
  }

  private openWindow(counters: CounterStore, name: LimitName, budget: number, limit: Limit): WindowCounter {
    const counter = counters.create(budget === 1 ? name : `${name}:${budget}`, limit);
    const window = new WindowCounter(counter, (work) => this.insist(work));
    this.counters.push(window);
    return window;
  }

  /** Gives back to the store what is kept for next attempts. */
  async close(): Promise<void> {
    await Promise.all(this.counters.map((counter) => counter.close()));
  }

  /**
   * When many networks fill the limit of the installation, it does not shut out those from which somebody has logged in
   * before. That is asked of the network alone, so that the answer does not depend on the account.
   */
  private async takeGlobal(network: string): Promise<Counted> {
    try {
      return await this.take('GLOBAL', '');
    } catch (error) {
      if (error instanceof AppError && error.limit === 'GLOBAL' && (await this.isKnown(network))) return nothing;
      throw error;
    }
  }

  private async takeAttempt(
    name: 'LOGIN_ACCOUNT' | 'LOGIN_FAILURES',
    of: Tarpit | LoginFailures | null,
    key: string,
  ): Promise<Counted> {
    const taken = of ? await of.take(key) : nothing;
    if (typeof taken === 'number') throw refusal(name, taken);
    return taken;
  }

  /** `key`: of a network, or of an account and a network. */
  private async isKnown(key: string): Promise<boolean> {
    if (!this.tellsNetworks) return false;
    const since = this.clock().getTime() - knownForMs;
    if ((this.remembered.get(key) ?? 0) > since) return true;
    return this.knownNetworks.isKnown(bytesOf(key), new Date(since));
  }

  private async remember(pair: string): Promise<void> {
    const at = this.clock();
    if (!this.tellsNetworks || at.getTime() - (this.remembered.get(pair) ?? 0) < dayMs) return;
    await this.knownNetworks.remember(bytesOf(pair), at);
    this.remembered.set(pair, at.getTime());
  }

  /** What succeeded is acknowledged, whether or not it can be noted now. */
  private async note(known: readonly string[], counted: readonly Counted[]): Promise<void> {
    const notes = [...known.map((key) => () => this.remember(key)), ...counted.map(({ forgive }) => forgive)];
    const isLate = (note: () => Promise<unknown>) =>
      note().then(
        () => false,
        () => true,
      );
    const late = await Promise.all(notes.map(isLate));
    for (const [i, note] of notes.entries()) if (late[i]) void this.insist(note);
  }

  /** In the background: the store may be away, or have cut this connection. */
  private async insist(note: () => Promise<unknown>): Promise<void> {
    for (let attempt = 0; attempt < takingBack.attempts; attempt += 1) {
      const isDone = await note().then(
        () => true,
        () => false,
      );
      if (isDone) return;
      await delay(Math.min(10 * 2 ** attempt, takingBack.longestWaitMs), undefined, { ref: false });
    }
    this.log.warn('a count of the limits could not be taken back');
  }

  private keyOf(purpose: string, of: string): string {
    return createHmac('sha256', this.derive('rate limits')).update(`${purpose} ${of}`).digest('base64url');
  }
}

const nothing: Counted = { forgive: async () => {}, undo: async () => {} };

function countersByBudget({ count, seconds }: Limit, open: (budget: number, limit: Limit) => WindowCounter) {
  const byBudget = new Map<number, WindowCounter>();
  return (budget: number): WindowCounter => {
    const counter = byBudget.get(budget) ?? open(budget, { count: count * budget, seconds });
    byBudget.set(budget, counter);
    return counter;
  };
}

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url'));

function refusal(limit: LimitName, waitMs: number): AppError {
  return new AppError('RATE_LIMITED', { limit, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}
