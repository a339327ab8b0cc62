import type { Run } from '../db/database';
import type { Log } from '../observability/log';
import type { Clock } from '../runtime/clock';
import type { CleanUpStep } from './clean-up-step';
import type { JobStore } from './job.store';
import { RepeatedJob } from './repeated-job';

const everyMs = 600_000;

/** Runs the clean-up steps every ten minutes, on one instance at a time. */
export class CleanUp {
  /** The number of failures since the start, by step. `claim` chooses the instance that runs the steps. */
  readonly failures: Map<string, number>;
  private readonly job = new RepeatedJob(everyMs, () => this.runAndLog());

  constructor(
    private readonly jobs: Pick<JobStore, 'claim'>,
    private readonly sql: Run,
    private readonly steps: readonly CleanUpStep[],
    private readonly clock: Clock,
    private readonly log: Log,
  ) {
    this.failures = new Map(['claim', ...steps.map(({ name }) => name)].map((name) => [name, 0]));
  }

  start(): void {
    this.job.start();
  }

  /**
   * Returns the number of removed rows of each step. Steps that failed are missing, and are logged. Returns null if
   * another instance runs the clean-up or has just run it.
   */
  async run(): Promise<Record<string, number> | null> {
    const now = this.clock();
    const since = new Date(now.getTime() - everyMs / 2);
    const isOurs = await this.attempt('claim', () => this.jobs.claim('clean-up', now, since));
    if (!isOurs) return null;
    const removed: Record<string, number> = {};
    for (const step of this.steps) {
      const rows = await this.attempt(step.name, () => step.run(now, this.job.signal, this.sql));
      if (rows !== null) removed[step.name] = rows;
    }
    return removed;
  }

  close(): Promise<void> {
    return this.job.close();
  }

  private async runAndLog(): Promise<void> {
    const removed = await this.run();
    if (removed && Object.values(removed).some((rows) => rows > 0))
      this.log.info({ removed }, 'the clean-up has removed old rows');
  }

  /** Returns null if the step failed, so that the other steps still run. */
  private async attempt<Result>(step: string, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.failures.set(step, (this.failures.get(step) ?? 0) + 1);
      this.log.warn({ err: error, step }, 'a step of the clean-up failed: the next run tries it again');
      return null;
    }
  }
}
