import { setTimeout as delay } from 'node:timers/promises';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { type Counter, uncounted } from './counter';
import type { Counted } from './login-back-off';

/** How long an undone count is kept for the next attempt. */
const keptForMs = 100;
/** How long a stop waits for an unavailable store. */
const closesWithinMs = 1000;

/**
 * Counts attempts in a time window, and undoes the attempts that succeed. Most attempts succeed. An undone count is
 * kept for a short time, and the next attempt with the same key reuses the count without a statement. The store still
 * includes a kept count, so no more attempts pass than the limit allows. The last count of a window is not kept: another
 * instance would reject every attempt.
 */
export class WindowCounter {
  /** The ends of the windows of the kept counts, by key, in ms since 1970. */
  private readonly kept = new Map<string, number[]>();
  /** By key. Until these promises resolve, the store may include counts that were given back. */
  private readonly givingBack = new Map<string, Promise<unknown>>();

  constructor(
    private readonly counter: Counter,
    private readonly retry: (work: () => Promise<unknown>) => Promise<void>,
  ) {}

  /** Counts an attempt before it takes place. If the attempt is rejected, returns the ms to wait. */
  async consume(key: string): Promise<Counted | number> {
    const keptUntil = this.takeKept(key);
    if (keptUntil !== null) return this.counted(key, keptUntil);
    await this.givingBack.get(key);
    try {
      const { msBeforeNext, remainingPoints, consumedPoints } = await this.counter.consume(key);
      const endsAtMs = Date.now() + msBeforeNext;
      const isOverHalf = consumedPoints > remainingPoints;
      if (remainingPoints > 0) return { ...this.counted(key, endsAtMs), isOverHalf };
      const back = () => this.giveBack(key, [endsAtMs]);
      return { release: back, undo: back, isOverHalf };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) return uncounted(() => this.counter.reward(key))(error);
      const endsAtMs = Date.now() + error.msBeforeNext;
      void this.retry(() => this.giveBack(key, [endsAtMs]));
      return error.msBeforeNext;
    }
  }

  /** Returns the kept counts to the store. */
  async close(): Promise<void> {
    const allGiven = Promise.all([...this.kept.keys()].map((key) => this.giveKeptBack(key)));
    await Promise.race([allGiven, delay(closesWithinMs, undefined, { ref: false })]);
  }

  private counted(key: string, endsAtMs: number): Counted {
    const back = async () => this.keep(key, endsAtMs);
    return { release: back, undo: back };
  }

  private keep(key: string, endsAtMs: number): void {
    const ends = this.kept.get(key);
    if (ends) {
      ends.push(endsAtMs);
      return;
    }
    this.kept.set(key, [endsAtMs]);
    setTimeout(() => void this.giveKeptBack(key), keptForMs).unref();
  }

  private takeKept(key: string): number | null {
    const ends = this.kept.get(key);
    for (let endsAtMs = ends?.pop(); endsAtMs !== undefined; endsAtMs = ends?.pop()) {
      // The count belongs to an earlier window, so the store no longer includes it.
      if (endsAtMs > Date.now()) return endsAtMs;
    }
    return null;
  }

  private async giveKeptBack(key: string): Promise<void> {
    const ends = this.kept.get(key) ?? [];
    this.kept.delete(key);
    await this.retry(() => this.giveBack(key, ends));
  }

  private async giveBack(key: string, ends: readonly number[]): Promise<void> {
    const points = ends.filter((endsAtMs) => endsAtMs > Date.now()).length;
    if (points === 0) return;
    const given = this.counter.reward(key, points);
    const settled = Promise.allSettled([given, this.givingBack.get(key)]).then(() => {
      if (this.givingBack.get(key) === settled) this.givingBack.delete(key);
    });
    this.givingBack.set(key, settled);
    await given;
  }
}
