import type { Clock } from '../../platform/runtime/clock';
import { waitAtMost } from '../../platform/runtime/wait-at-most';
import type { ActivityCounts, ActivityStore } from './activity.store';

const hourMs = 3_600_000;
const shownHours = 24;
/** As many as 28 logins per second make. Counting them takes about 20 ms (bench/admin-pages.ts). */
const mostRows = 100_000;

/** Milliseconds. */
interface ActivityTimes {
  /** How long a caller waits. */
  waitMs: number;
  /** How long the counts of the current hour are returned before they are counted again. */
  keptMs: number;
  /** An hour is counted for the last time this long after its end, because failures are recorded in the background. */
  settledAfterMs: number;
}

/** An operation may take 2.8 s, and also reads the account of the caller and writes its event. */
const defaultTimes: ActivityTimes = { waitMs: 1500, keptMs: 5000, settledAfterMs: 600_000 };

/** What happened in one hour of the clock, in UTC. */
export interface ActivityHour extends ActivityCounts {
  startTs: Date;
}

/** A store that cannot count several hours is probably not available. */
const mostErrors = 3;

/**
 * Counts what happened in the last 24 hours when a super admin asks, so a login counts nothing. An hour that has ended does
 * not change: it is counted once and kept in memory. All callers share one run, and a run has one statement at a time.
 */
export class Activity {
  /** By the start of the hour, in ms since 1970. */
  private readonly counted = new Map<number, { hour: ActivityHour; isSettled: boolean }>();
  private run: Promise<void> | null = null;
  /** A time of `performance.now()`. */
  private endedAt = Number.NEGATIVE_INFINITY;
  private startedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly store: Pick<ActivityStore, 'count'>,
    private readonly clock: Clock,
    private readonly times: ActivityTimes = defaultTimes,
  ) {}

  /**
   * Returns the hours in their order. The last one is the current hour. An hour that could not be counted, or not in time, is
   * missing.
   * @throws AppError `SERVICE_UNAVAILABLE` if no hour could be counted
   */
  async hours(): Promise<ActivityHour[]> {
    const starts = startsAt(this.clock());
    if (!this.run && performance.now() - this.endedAt >= this.times.keptMs) this.begin(starts);
    if (this.run) await waitAtMost(this.times.waitMs, this.run);
    return starts.flatMap((startMs) => this.counted.get(startMs)?.hour ?? []);
  }

  private begin(starts: readonly number[]): void {
    const run = this.count(starts);
    this.run = run;
    const end = (endedAt: number) => {
      this.run = null;
      this.endedAt = endedAt;
    };
    // After an error, the next caller begins a new run.
    void run.then(
      () => end(performance.now()),
      () => end(Number.NEGATIVE_INFINITY),
    );
  }

  /** The newest hours first, because a caller may not wait for all. */
  private async count(starts: readonly number[]): Promise<void> {
    this.forget(starts);
    const errors: unknown[] = [];
    for (const startMs of starts.toReversed()) {
      if (this.counted.get(startMs)?.isSettled) continue;
      await this.countHour(startMs).catch((error: unknown) => {
        this.counted.delete(startMs);
        errors.push(error);
      });
      if (errors.length === mostErrors) break;
    }
    if (this.counted.size === 0) throw errors[0];
  }

  private async countHour(startMs: number): Promise<void> {
    const isSettled = this.clock().getTime() >= startMs + hourMs + this.times.settledAfterMs;
    const startTs = new Date(startMs);
    const counts = await this.store.count(startTs, new Date(startMs + hourMs), mostRows);
    this.counted.set(startMs, { hour: { startTs, ...counts }, isSettled });
  }

  /** Forgets the hours that are no longer shown. If the clock was ahead before, an hour that has not ended can be settled. */
  private forget(starts: readonly number[]): void {
    const nowMs = this.clock().getTime();
    if (nowMs < this.startedAtMs) this.counted.clear();
    this.startedAtMs = nowMs;
    for (const startMs of this.counted.keys()) if (!starts.includes(startMs)) this.counted.delete(startMs);
  }
}

/** Returns the starts of the 24 hours until the one of `now`, in ms since 1970, the newest last. */
function startsAt(now: Date): number[] {
  const currentMs = now.getTime() - (now.getTime() % hourMs);
  return Array.from({ length: shownHours }, (_, i) => currentMs - (shownHours - 1 - i) * hourMs);
}
