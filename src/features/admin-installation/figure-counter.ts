import type { JobStore } from '../../platform/jobs/job.store';
import { RepeatedJob } from '../../platform/jobs/repeated-job';
import type { Log } from '../../platform/observability/log';
import type { Clock } from '../../platform/runtime/clock';
import type { FigureStore } from './figure.store';
import { type AccountCounts, accountLabels } from './figure-kinds';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const everyMs = minuteMs;
/** A start has more urgent work. */
const firstAfterMs = 10_000;
/** An hour is counted for the last time this long after its end, because rejections are recorded in the background. */
const settledAfterMs = 10 * minuteMs;
const shownDays = 90;
/** So many hours are counted in one run, so that what is missed of the past takes some minutes and no long burst of work. */
const mostHours = 200;
const activeDays = 30;

/** Counts what happened, for the console. One instance counts each minute, and the accounts once an hour. */
export class FigureCounter {
  private readonly job = new RepeatedJob(everyMs, () => this.runOrLog());

  constructor(
    private readonly jobs: Pick<JobStore, 'claim'>,
    private readonly store: FigureStore,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  start(): void {
    this.job.start(firstAfterMs);
  }

  close(): Promise<void> {
    return this.job.close();
  }

  /** Counts, unless another instance does or has just done so. */
  async run(): Promise<void> {
    const now = this.clock();
    if (!(await this.jobs.claim('figures', now, new Date(now.getTime() - everyMs / 2)))) return;
    await this.countHours(now);
    await this.countAccounts(now);
  }

  private runOrLog(): Promise<void> {
    return this.run().catch((error: unknown) => {
      this.log.warn({ err: error }, 'the figures of the console could not be counted: the next run tries it again');
    });
  }

  /** The newest hours first. Before the first event of the audit, there is nothing to count. */
  private async countHours(now: Date): Promise<void> {
    const current = startOfHour(now.getTime());
    const first = (await this.store.firstEventTs())?.getTime() ?? current;
    const oldest = Math.max(startOfHour(first), current - shownDays * dayMs);
    const counted = new Map(
      (await this.store.countedHours(new Date(oldest))).map(({ hour, countedTs }) => [
        hour.getTime(),
        countedTs.getTime(),
      ]),
    );
    let left = mostHours;
    const days = new Set<number>();
    for (let hour = current; hour >= oldest && left > 0 && !this.job.signal.aborted; hour -= hourMs) {
      if ((counted.get(hour) ?? 0) >= hour + hourMs + settledAfterMs) continue;
      await this.store.countHour(new Date(hour), now);
      days.add(hour - (hour % dayMs));
      left -= 1;
    }
    for (const day of days) await this.store.sumDay(new Date(day), now);
  }

  private async countAccounts(now: Date): Promise<void> {
    const hour = new Date(startOfHour(now.getTime()));
    const last = await this.store.accounts();
    if (last && last.hour >= hour) return;
    const activeSince = new Date(now.getTime() - activeDays * dayMs);
    const sums: AccountCounts = { total: 0, active: 0, verified: 0, twoStep: 0, passkey: 0 };
    let id: string | null = null;
    do {
      if (this.job.signal.aborted) return;
      const { lastId, ...counts } = await this.store.countAccounts(id, activeSince);
      for (const name of accountLabels) sums[name] += counts[name];
      id = lastId;
    } while (id !== null);
    await this.store.saveAccounts(hour, now, sums);
  }
}

const startOfHour = (ms: number): number => ms - (ms % hourMs);
