import { createHmac } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Client } from '../client';
import type { Clock } from '../clock';
import { AppError, type ErrorCode } from '../errors';
import type { Limit, LimitName } from '../limits';
import type { Log } from '../log';
import { networkOf } from '../network';
import type { Derive } from '../secrets/derivation-key';
import { Slots } from '../slots';
import { type Counter, type CounterStore, consume, UncertainCount, uncertain } from './counter';
import type { KnownNetworkStore } from './known-network.store';
import { type Counted, Tarpit } from './tarpit';

/** A limit that is null is switched off. */
export type LimitSettings = Readonly<Record<LimitName, Limit | null>>;

interface Reached {
  atMs: number;
  waitMs: number;
}

type Window = Exclude<LimitName, 'LOGIN_ACCOUNT'>;

const dayMs = 86_400_000;
/** For how long a network is known from its last login. */
const knownForMs = 90 * dayMs;
/** For how long this process refuses by itself what the store has refused. */
const reachedForMs = 1000;
/** How often it is tried to take back what was counted, the first times at once, and milliseconds between the last. */
const takingBack = { attempts: 60, longestWaitMs: 1000 } as const;

/** With these an attempt did not take place, or did not fail. */
const notCounted = new Set<ErrorCode>(['SERVICE_UNAVAILABLE', 'INTERNAL', 'ACCOUNT_DISABLED']);

/**
 * The limits of the operations that take credentials, counted before anything else is done: however many come at once,
 * through whichever door and in whichever spelling, share one count. Keys are HMACs, so that an address without an
 * account is counted like any other, and the counts tell no address.
 */
export class RateLimits {
  private readonly tarpit: Tarpit | null;
  private readonly windows: Readonly<Record<Window, Counter | null>>;
  /** By key, the attempts of this process that are at work or wait for those. */
  private readonly turns = new Map<string, { slots: Slots; users: number }>();
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
    const open = (name: LimitName) => settings[name] && counters.create(name, settings[name]);
    this.tarpit = settings.LOGIN_ACCOUNT && new Tarpit(counters, 'LOGIN_ACCOUNT', settings.LOGIN_ACCOUNT);
    this.windows = {
      LOGIN_NETWORK: open('LOGIN_NETWORK'),
      REGISTER_NETWORK: open('REGISTER_NETWORK'),
      REFRESH_NETWORK: open('REFRESH_NETWORK'),
      GLOBAL: open('GLOBAL'),
    };
    this.tellsNetworks = this.tarpit !== null || this.windows.LOGIN_NETWORK !== null || this.windows.GLOBAL !== null;
  }

  /**
   * A network from which somebody has logged in to the account has a tarpit of its own for it, and no other limit, so
   * that nobody else's failures can shut its owner out.
   * @throws AppError `RATE_LIMITED`, and what `login` throws
   */
  login<Result>(account: string, client: Client, login: () => Promise<Result>): Promise<Result> {
    const network = networkOf(client.ip);
    const pair = this.keyOf('known', `${account} ${network}`);
    return this.counting(async (counted) => {
      const limiting = <T>(work: () => Promise<T>) => client.trail.measure('limiter', work);
      const isKnown = await limiting(() => this.isKnown(pair));
      if (!isKnown) counted.push(await limiting(() => this.take('LOGIN_NETWORK', network)));
      const key = isKnown ? pair : this.keyOf('LOGIN_ACCOUNT', account);
      return this.inTurn(key, async () => {
        counted.push(await limiting(() => this.takeStep(key)));
        if (!isKnown) counted.push(await limiting(() => this.take('GLOBAL', '')));
        const result = await login();
        await limiting(() => this.note(pair, counted));
        return result;
      });
    });
  }

  /** @throws AppError `RATE_LIMITED`, and what `register` throws */
  register<Result>(client: Client, register: () => Promise<Result>): Promise<Result> {
    return this.counting(async (counted) => {
      await client.trail.measure('limiter', async () => {
        counted.push(await this.take('REGISTER_NETWORK', networkOf(client.ip)));
        counted.push(await this.take('GLOBAL', ''));
      });
      return register();
    });
  }

  /** @throws AppError `RATE_LIMITED`, and what `refresh` throws */
  refresh<Result>(client: Client, refresh: () => Promise<Result>): Promise<Result> {
    return this.counting(async (counted) => {
      await client.trail.measure('limiter', async () => {
        counted.push(await this.take('REFRESH_NETWORK', networkOf(client.ip)));
      });
      return refresh();
    });
  }

  /**
   * Fewer attempts of a key at once than are free: until it is known how they end they are counted as failed, and the
   * right password must not be refused for others that were right, too.
   */
  private async inTurn<Result>(key: string, attempt: () => Promise<Result>): Promise<Result> {
    if (!this.tarpit) return attempt();
    const turns = this.turns.get(key) ?? { slots: new Slots(Math.max(1, this.tarpit.free - 1)), users: 0 };
    this.turns.set(key, turns);
    turns.users += 1;
    try {
      return await turns.slots.run(attempt);
    } finally {
      turns.users -= 1;
      if (turns.users === 0) this.turns.delete(key);
    }
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
      const stays = error instanceof AppError && !notCounted.has(error.code) && error.limit !== 'GLOBAL';
      if (!stays) for (const { undo } of counted) void this.insist(undo);
      throw error;
    }
  }

  private async take(name: Window, of: string): Promise<Counted> {
    const counter = this.windows[name];
    if (!counter) return nothing;
    const key = this.keyOf(name, of);
    const now = this.clock().getTime();
    const reached = this.reached.get(key);
    if (reached && now - reached.atMs < reachedForMs) throw refusal(name, reached.atMs + reached.waitMs - now);
    const back = () => counter.reward(key);
    const waitMs = await consume(counter, key).catch(uncertain(back));
    if (waitMs !== null) {
      this.reached.set(key, { atMs: now, waitMs });
      throw refusal(name, waitMs);
    }
    return { forgive: back, undo: back };
  }

  private async takeStep(key: string): Promise<Counted> {
    const taken = this.tarpit ? await this.tarpit.take(key) : nothing;
    if (typeof taken === 'number') throw refusal('LOGIN_ACCOUNT', taken);
    return taken;
  }

  private async isKnown(pair: string): Promise<boolean> {
    if (!this.tellsNetworks) return false;
    const since = this.clock().getTime() - knownForMs;
    if ((this.remembered.get(pair) ?? 0) > since) return true;
    return this.knownNetworks.isKnown(bytesOf(pair), new Date(since));
  }

  private async remember(pair: string): Promise<void> {
    const at = this.clock();
    if (!this.tellsNetworks || at.getTime() - (this.remembered.get(pair) ?? 0) < dayMs) return;
    await this.knownNetworks.remember(bytesOf(pair), at);
    this.remembered.set(pair, at.getTime());
  }

  /** What succeeded is acknowledged, whether or not it can be noted now. */
  private async note(pair: string, counted: readonly Counted[]): Promise<void> {
    const notes = [() => this.remember(pair), ...counted.map(({ forgive }) => forgive)];
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

const bytesOf = (key: string) => Uint8Array.from(Buffer.from(key, 'base64url'));

function refusal(limit: LimitName, waitMs: number): AppError {
  return new AppError('RATE_LIMITED', { limit, retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) });
}
