import { AppError } from '../errors/app-error';
import { isOfUnknownClient, type RequestContext } from '../request/request-context';
import type { KeyOf, KnownNetworks } from './known-networks';
import type { LimitCounters } from './limit-counters';
import type { Limit, RateLimit } from './limit-table';
import type { Counted } from './login-back-off';

/** What an attempt counts. A strategy stands beside the operations that use it, and has their words. */
export interface LimitStrategy<Turn = void> {
  /**
   * Counts before the work begins. What it returns is handed to the work.
   * @throws AppError `RATE_LIMITED`
   */
  before(attempt: Attempt): Promise<Turn>;
  /** Takes back what the failure of the work does not count for. */
  afterFailure?(attempt: Attempt, error: unknown, turn: Turn): void;
  /**
   * The keys of the networks that a success makes known. With it, only failures count: a success resets what was counted. Without
   * it, what was counted stays.
   */
  afterSuccess?(turn: Turn): readonly string[];
}

/** One request, and what was counted for it. */
export class Attempt {
  private readonly counted: Counted[] = [];

  constructor(
    private readonly counters: LimitCounters,
    readonly networks: KnownNetworks,
    readonly context: RequestContext,
    readonly keyOf: KeyOf,
  ) {}

  /** False if a backend sent the request without the address of its client. */
  get isOfOneClient(): boolean {
    return !isOfUnknownClient(this.context);
  }

  limitOf(limit: RateLimit): Limit | null {
    return this.counters.limitOf(limit);
  }

  /** Counts for the network of the client. @throws AppError `RATE_LIMITED` */
  countNetwork(limit: RateLimit): Promise<void> {
    return this.counters.countNetworks(limit, this.context, this.counted);
  }

  /**
   * A client that has answered a challenge counts for no limit of the installation: others may have reached it.
   * @throws AppError `RATE_LIMITED`
   */
  async count(limit: RateLimit, of: string): Promise<void> {
    if (limit.showsAttacks && this.context.hasAnsweredChallenge) return;
    this.counted.push(await this.counters.count(limit, of));
  }

  /**
   * Counts for the installation. If many networks reach its limit, networks with an earlier login are not affected. This
   * only uses the network, so the result does not depend on the account.
   * @throws AppError `RATE_LIMITED`
   */
  async countInstallation(limit: RateLimit): Promise<void> {
    try {
      await this.count(limit, '');
    } catch (error) {
      const isReached = error instanceof AppError && error.limit === limit.name;
      if (!isReached || !(await this.networks.isOfKnownNetwork(this.context))) throw error;
    }
  }

  /** Counts, and returns for how many seconds the limit is reached, for an operation that then does less. Null if it is not. */
  async secondsReached(limit: RateLimit, of: string): Promise<number | null> {
    try {
      await this.count(limit, of);
      return null;
    } catch (error) {
      if (error instanceof AppError && error.limit === limit.name) return error.retryAfterS ?? 0;
      throw error;
    }
  }

  /**
   * Counts a failure of an account before it happens. Returns how many in a row have failed before, if the limit remembers them.
   * @throws AppError `RATE_LIMITED`
   */
  async countFailure(limit: RateLimit, key: string): Promise<number> {
    const counted = await this.counters.countFailure(limit, key);
    this.counted.push(counted);
    return counted.failuresBefore ?? 0;
  }

  /** How much was counted until now, for `undo`. */
  get position(): number {
    return this.counted.length;
  }

  /** Undoes what was counted after a position. */
  undo(after = 0): void {
    this.counters.undo(this.counted.splice(after));
  }

  /** Records a success. The client gets the success even if the store is unavailable; the record is then retried. */
  async succeed(known: readonly string[]): Promise<void> {
    const notes = [...known.map((key) => () => this.networks.remember(key)), ...this.counted.map((one) => one.release)];
    const isLate = (record: () => Promise<unknown>) =>
      record().then(
        () => false,
        () => true,
      );
    const late = await Promise.all(notes.map(isLate));
    for (const [i, record] of notes.entries()) if (late[i]) void this.counters.retryInBackground(record);
  }
}
