import { setTimeout as delay } from 'node:timers/promises';
import type { Listening, NotificationHandlers } from '../db/cluster/notifications';

/**
 * A delivery begins a moment after the operation that wrote it. Its work would otherwise delay the answer, and the time of
 * the answer would reveal that there is a delivery, and so an account. The moment is random, so that no request can be aimed
 * at it. In ms.
 */
export interface Settling {
  least: number;
  most: number;
}

/** Taken from a table, with a lease: no other instance gets these while the lease lasts. */
export interface Claimed<Item> {
  items: readonly Item[];
  /** Whether more may be due, so that the end of a delivery is a reason to claim again. */
  hasMore: boolean;
}

interface DeliveryQueueNeeds<Item> {
  /** Receives the notifications of new deliveries. */
  listen(handlers: NotificationHandlers): Listening;
  /** How many deliveries run at the same time. */
  atOnce: number;
  settleMs: Settling;
  /** How often the table is read without a notification: for what is due later, and for leases that have run out. */
  pollMs: number;
  /** How long `close` waits before `abandon`. Milliseconds. */
  stopMs: number;
  /** Does not throw. */
  claim(atMost: number): Promise<Claimed<Item>>;
  /** Does not throw. What could not be recorded is delivered again when the lease has run out. */
  deliver(item: Item): Promise<void>;
  /** Ends what is still running after `stopMs`. */
  abandon(): void;
}

/**
 * Delivers the rows of a table in the background. Several instances can do this on one database. Each row is delivered at
 * least once: if an instance dies on the way, another one delivers the row again when the lease has run out.
 */
export class DeliveryQueue<Item> {
  private readonly stopped = new AbortController();
  private readonly running = new Set<Promise<void>>();
  private listening: Listening | null = null;
  private loop: Promise<void> = Promise.resolve();
  /** Ends the pause of the loop. */
  private wake: () => void = () => {};
  private isWoken = false;
  /** Set after a notification, until its deliveries are claimed. */
  private settling: NodeJS.Timeout | null = null;
  private mayHaveMore = false;

  constructor(private readonly needs: DeliveryQueueNeeds<Item>) {}

  start(): void {
    this.listening = this.needs.listen({
      catchUp: async () => this.claimSoon(),
      onUp: () => {},
      onDown: () => {},
      onMessage: () => this.claimWhenSettled(),
    });
    this.loop = this.run();
  }

  /** Claims nothing more, and waits for what is running. What takes too long is delivered again later. */
  async close(): Promise<void> {
    this.stopped.abort();
    if (this.settling) clearTimeout(this.settling);
    this.claimSoon();
    await this.listening?.close();
    await this.loop;
    await Promise.race([Promise.all(this.running), delay(this.needs.stopMs, undefined, { ref: false })]);
    this.needs.abandon();
    await Promise.all(this.running);
  }

  private async run(): Promise<void> {
    while (!this.stopped.signal.aborted) {
      this.isWoken = false;
      const free = this.needs.atOnce - this.running.size;
      const { items, hasMore } = free > 0 ? await this.needs.claim(free) : { items: [], hasMore: true };
      this.mayHaveMore = hasMore;
      for (const item of items) this.begin(item);
      await this.pause();
    }
  }

  /** Waits for a notification or for the end of a delivery, else for what is due later. */
  private async pause(): Promise<void> {
    if (this.isWoken || this.stopped.signal.aborted) return;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, this.needs.pollMs).unref();
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  private claimWhenSettled(): void {
    const { least, most } = this.needs.settleMs;
    this.settling ??= setTimeout(
      () => {
        this.settling = null;
        this.claimSoon();
      },
      least + Math.random() * (most - least),
    ).unref();
  }

  private claimSoon(): void {
    this.isWoken = true;
    this.wake();
  }

  private begin(item: Item): void {
    const delivery = this.needs.deliver(item).finally(() => {
      this.running.delete(delivery);
      if (this.mayHaveMore) this.claimSoon();
    });
    this.running.add(delivery);
  }
}
