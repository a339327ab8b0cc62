import type { Client } from '../client';
import { AppError } from '../errors';
import { compareLoads, type Load, type Shareholder, Shares } from './shares';

export interface AdmissionSettings {
  /** How many may be at work at once. */
  places: number;
  /** How many of one account. */
  placesPerAccount: number;
  /** Milliseconds that one may wait for a place. */
  longestWaitMs: number;
  /** How many may wait. */
  longestQueue: number;
}

interface Waiting {
  holder: Shareholder;
  enter(): void;
  /** It is answered that there is no place. */
  drop(): void;
}

/** How much one more measurement weighs in a mean. */
const weight = 0.1;

/**
 * A bounded and fair queue in front of what hashes a password. Each request is charged to its account and to its
 * network. The one whose account and network were served least goes next; when there are too many, one of those that
 * have most goes, and if that is the new one it is answered at once, before anything is asked of the database. A client
 * that is alone may use all of it. A request whose client disconnects leaves the queue.
 */
export class Admission {
  private readonly waiting = new Set<Waiting>();
  private readonly shares = new Shares();
  private inside = 0;
  /** The mean time that work took, in ms. */
  private workMs = 0;
  /** The waiting one that has most; undefined after a change. A flood of rejected requests does not search for it each time. */
  private greediest: Waiting | null | undefined = null;

  constructor(
    private readonly settings: AdmissionSettings,
    /** Milliseconds a hash takes now, divided by how many are made at once. */
    private readonly msPerHash: () => number,
  ) {}

  get queued(): number {
    return this.waiting.size;
  }

  get working(): number {
    return this.inside;
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` if there is no place in time, or the client is gone before there is one */
  async run<Result>(
    client: Pick<Client, 'gone' | 'trail' | 'ip'>,
    account: string,
    work: () => Promise<Result>,
  ): Promise<Result> {
    if (client.gone.aborted) throw this.refusal();
    const holder = this.shares.of(account, client);
    if (this.hasPlaceFor(holder)) this.enter(holder);
    else await client.trail.measure('queue', () => this.turn(holder, client.gone));
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

  /** Says now what `run` would say to any account of the client's network. @throws AppError `SERVICE_UNAVAILABLE` */
  refuseFull(client: Pick<Client, 'ip'>): void {
    if (this.inside < this.settings.places || !this.isFull()) return;
    if (!this.findGreedier(this.shares.of(null, client))) throw this.refusal();
  }

  private hasPlaceFor({ account }: Shareholder): boolean {
    return this.inside < this.settings.places && account.atWork < this.settings.placesPerAccount;
  }

  private enter(holder: Shareholder): void {
    this.inside += 1;
    this.shares.enter(holder);
    this.greediest = undefined;
  }

  /** Those who came first go first among equals. */
  private enterNext(): void {
    let next: Waiting | null = null;
    let least: Load = [Number.POSITIVE_INFINITY, 0];
    for (const waiting of this.waiting) {
      if (!this.hasPlaceFor(waiting.holder)) continue;
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

  /** One that waits and has more than the new one would have; null if there is none. */
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

  /** Resolves when a place was handed over. */
  private async turn(holder: Shareholder, gone: AbortSignal): Promise<void> {
    if (this.isFull()) {
      const greedier = this.findGreedier(holder);
      if (!greedier) throw this.refusal();
      greedier.drop();
    }
    const { longestWaitMs } = this.settings;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(waiting);
        this.shares.leave(holder);
        this.greediest = undefined;
        clearTimeout(timer);
        gone.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(this.refusal());
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
      gone.addEventListener('abort', giveUp);
      this.waiting.add(waiting);
      this.shares.wait(holder);
      this.greediest = undefined;
    });
  }

  /** For one more. Whichever is the bottleneck, hashes or the rest of the work, sets the pace. */
  private expectedWaitMs(): number {
    return (this.waiting.size + 1) * Math.max(this.msPerHash(), this.workMs / this.settings.places);
  }

  private refusal(): AppError {
    const seconds = Math.ceil(this.expectedWaitMs() / 1000);
    return new AppError('SERVICE_UNAVAILABLE', {
      msg: 'Too many are waiting; try again later.',
      retryAfterS: Math.max(1, seconds),
    });
  }
}
