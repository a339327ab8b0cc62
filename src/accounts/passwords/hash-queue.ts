import { AppError } from '../../platform/errors/app-error';
import type { RequestContext } from '../../platform/request/request-context';
import { compareLoads, type Load, type Shareholder, Shares } from './shares';

interface HashQueueSettings {
  /** How many requests may run at the same time. */
  slots: number;
  slotsPerAccount: number;
  longestWaitMs: number;
  longestQueue: number;
}

interface Waiting {
  holder: Shareholder;
  enter(): void;
  /** Removes the request from the queue and rejects it. */
  drop(): void;
}

/** The weight of a new measurement in the moving average. */
const weight = 0.1;

/**
 * A bounded and fair queue for password hashing. Each request counts for its account and its networks. The request
 * whose account and networks were served least goes next. If the queue is full, the request with the greatest load is
 * rejected. If that is the new request, it is rejected before any database query. A single client may use the whole
 * queue. A request whose client disconnects leaves the queue.
 */
export class HashQueue {
  private readonly waiting = new Set<Waiting>();
  private readonly shares = new Shares();
  private inside = 0;
  /** The moving average of the time from the start to the end of a request's work, in ms. */
  private workMs = 0;
  /** The waiting request with the greatest load, cached because many rejections need it. Undefined after a change. */
  private greediest: Waiting | null | undefined = null;

  constructor(
    private readonly settings: HashQueueSettings,
    /** The time of a hash divided by the number of concurrent hashes, in ms. */
    private readonly msPerHash: () => number,
    /** Called if a request is rejected that is not of the client with the greatest load. */
    private readonly onOverload: () => void = () => {},
  ) {}

  get queued(): number {
    return this.waiting.size;
  }

  get working(): number {
    return this.inside;
  }

  /**
   * Runs `work` when a slot is free.
   * @throws AppError `SERVICE_UNAVAILABLE` if no slot is free in time, or if the client disconnects before; what `work`
   * throws
   */
  async run<Result>(
    context: Pick<RequestContext, 'signal' | 'timings' | 'networks'>,
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

  /**
   * Runs work that waits for another service. The request gives its slot to another request meanwhile, and has it back
   * afterwards, even if all slots are taken again. Its account counts as at work. Only for requests inside of `run`.
   */
  async outside<Result>(work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    this.inside -= 1;
    this.enterNext();
    try {
      return await work();
    } finally {
      this.inside += 1;
      // `run` will measure this time, too, but it is not the time of a slot.
      this.workMs -= (performance.now() - startedAt) * weight;
    }
  }

  /** Returns the error with which `run` would now reject a request of every account of this network. Null if it would not. */
  overloadOf(context: Pick<RequestContext, 'networks'>): AppError | null {
    if (this.inside < this.settings.slots || !this.isFull()) return null;
    return this.findGreedier(this.shares.of(null, context)) ? null : this.overload();
  }

  private hasSlotFor({ account }: Shareholder): boolean {
    return this.inside < this.settings.slots && account.atWork < this.settings.slotsPerAccount;
  }

  private enter(holder: Shareholder): void {
    this.inside += 1;
    this.shares.enter(holder);
    this.greediest = undefined;
  }

  /** The request with the smallest load goes next. Of several equal requests, the oldest goes next. */
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

  /** Returns a waiting request with a greater load than the new request would have. Null if there is none. */
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

  /** Waits until the request gets a slot. */
  private async turn(holder: Shareholder, signal: AbortSignal): Promise<void> {
    if (this.isFull()) {
      const greedier = this.findGreedier(holder);
      if (!greedier) throw this.overload();
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
      const timer = setTimeout(() => {
        this.onOverload();
        giveUp();
      }, longestWaitMs);
      signal.addEventListener('abort', giveUp);
      this.waiting.add(waiting);
      this.shares.wait(holder);
      this.greediest = undefined;
    });
  }

  /** The expected wait of one more request. The slower of the two, hashing or the other work, decides. */
  private expectedWaitMs(): number {
    return (this.waiting.size + 1) * Math.max(this.msPerHash(), this.workMs / this.settings.slots);
  }

  private overload(): AppError {
    this.onOverload();
    return this.overloadError();
  }

  private overloadError(): AppError {
    const seconds = Math.ceil(this.expectedWaitMs() / 1000);
    return new AppError('SERVICE_UNAVAILABLE', {
      msg: 'Too many logins and registrations are waiting. Try again later.',
      retryAfterS: Math.max(1, seconds),
    });
  }
}
