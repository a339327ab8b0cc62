import { AppError } from '../errors/app-error';
import type { RequestContext } from '../request/request-context';
import { compareLoads, type Load, type Shareholder, Shares } from './shares';

export interface HashQueueSettings {
  /** How many requests may run at the same time. */
  slots: number;
  /** How many of these may belong to one account. */
  slotsPerAccount: number;
  /** How long a request may wait for a slot, in ms. */
  longestWaitMs: number;
  /** How many requests may wait. */
  longestQueue: number;
}

interface Waiting {
  holder: Shareholder;
  enter(): void;
  /** Rejects the request. */
  drop(): void;
}

/** The weight of a new measurement in the moving average. */
const weight = 0.1;

/**
 * A bounded and fair queue in front of password hashing. Each request counts for its account and its network. The next
 * request is the one whose account and network were served least. If the queue is full, a request of those that use it
 * most is rejected; if that is the new request, it is rejected before any database query. A single client may use the
 * whole queue. A request whose client disconnects leaves the queue.
 */
export class HashQueue {
  private readonly waiting = new Set<Waiting>();
  private readonly shares = new Shares();
  private inside = 0;
  /** The moving average of the time that the work took, in ms. */
  private workMs = 0;
  /**
   * The waiting request with the greatest load; undefined after a change. It is cached, so that a flood of rejected
   * requests does not search for it each time.
   */
  private greediest: Waiting | null | undefined = null;

  constructor(
    private readonly settings: HashQueueSettings,
    /** Milliseconds that a hash takes now, divided by the number of concurrent hashes. */
    private readonly msPerHash: () => number,
  ) {}

  get queued(): number {
    return this.waiting.size;
  }

  get working(): number {
    return this.inside;
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` if there is no slot in time, or the client disconnects before */
  async run<Result>(
    context: Pick<RequestContext, 'signal' | 'timings' | 'ip'>,
    account: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (context.signal.aborted) throw this.overloadError();
    const holder = this.shares.of(account, context);
    if (this.hasSlotFor(holder)) this.enter(holder);
    else await context.timings.measure('queue', () => this.turn(holder, context.signal));
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.workMs += (performance.now() - startedAt - this.workMs) * weight;
      this.inside -= 1;
      this.shares.end(holder);
      this.enterNext();
    }
  }

  /** Throws if `run` would now throw for every account of this network. @throws AppError `SERVICE_UNAVAILABLE` */
  rejectIfFull(context: Pick<RequestContext, 'ip'>): void {
    if (this.inside < this.settings.slots || !this.isFull()) return;
    if (!this.findGreedier(this.shares.of(null, context))) throw this.overloadError();
  }

  private hasSlotFor({ account }: Shareholder): boolean {
    return this.inside < this.settings.slots && account.atWork < this.settings.slotsPerAccount;
  }

  private enter(holder: Shareholder): void {
    this.inside += 1;
    this.shares.enter(holder);
    this.greediest = undefined;
  }

  /** The request with the smallest load goes next; of several equal ones, the one that came first. */
  private enterNext(): void {
    let next: Waiting | null = null;
    let least: Load = [Number.POSITIVE_INFINITY, 0];
    for (const waiting of this.waiting) {
      if (!this.hasSlotFor(waiting.holder)) continue;
      const served = waiting.holder.served();
      if (compareLoads(served, least) >= 0) continue;
      next = waiting;
      least = served;
    }
    next?.enter();
  }

  private isFull(): boolean {
    const { longestWaitMs, longestQueue } = this.settings;
    return this.waiting.size >= longestQueue || this.expectedWaitMs() > longestWaitMs;
  }

  /** A waiting request with a greater load than the new one would have; null if there is none. */
  private findGreedier(holder: Shareholder): Waiting | null {
    if (this.greediest === undefined) {
      this.greediest = null;
      let most: Load = [0, 0];
      for (const waiting of this.waiting) {
        const claimed = waiting.holder.claimed();
        if (compareLoads(claimed, most) < 0) continue;
        this.greediest = waiting;
        most = claimed;
      }
    }
    const isGreedier = this.greediest && compareLoads(this.greediest.holder.claimed(), holder.claimed(1)) > 0;
    return isGreedier ? this.greediest : null;
  }

  /** Resolves when the request gets a slot. */
  private async turn(holder: Shareholder, signal: AbortSignal): Promise<void> {
    if (this.isFull()) {
      const greedier = this.findGreedier(holder);
      if (!greedier) throw this.overloadError();
      greedier.drop();
    }
    const { longestWaitMs } = this.settings;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(waiting);
        this.shares.leave(holder);
        this.greediest = undefined;
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(this.overloadError());
      };
      const waiting: Waiting = {
        holder,
        enter: () => {
          leave();
          this.enter(holder);
          resolve();
        },
        drop: giveUp,
      };
      const timer = setTimeout(giveUp, longestWaitMs);
      signal.addEventListener('abort', giveUp);
      this.waiting.add(waiting);
      this.shares.wait(holder);
      this.greediest = undefined;
    });
  }

  /** The expected wait of one more request. The bottleneck decides: the hashing, or the rest of the work. */
  private expectedWaitMs(): number {
    return (this.waiting.size + 1) * Math.max(this.msPerHash(), this.workMs / this.settings.slots);
  }

  private overloadError(): AppError {
    const seconds = Math.ceil(this.expectedWaitMs() / 1000);
    return new AppError('SERVICE_UNAVAILABLE', {
      msg: 'Too many logins and registrations are waiting. Try again later.',
      retryAfterS: Math.max(1, seconds),
    });
  }
}
