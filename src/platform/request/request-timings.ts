/** The steps of a request. Logs, metrics, traces and the audit use the same names. */
export const stepNames = ['validation', 'queue', 'limiter', 'breaches', 'hook', 'legacy', 'hash', 'database'] as const;
export type StepName = (typeof stepNames)[number];

export interface Step {
  name: StepName;
  /** A time of `performance.now()`. */
  startedAt: number;
  ms: number;
}

/** The times of the steps of one request, in the order in which the steps ended. */
export class RequestTimings {
  readonly steps: Step[] = [];

  async measure<Result>(name: StepName, work: () => Promise<Result>): Promise<Result> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.steps.push({ name, startedAt, ms: performance.now() - startedAt });
    }
  }

  measureSync<Result>(name: StepName, work: () => Result): Result {
    const startedAt = performance.now();
    try {
      return work();
    } finally {
      this.steps.push({ name, startedAt, ms: performance.now() - startedAt });
    }
  }

  /** Returns the total time of each step in ms, rounded to one decimal. Steps that did not run are missing. */
  totals(): Partial<Record<StepName, number>> {
    const totals: Partial<Record<StepName, number>> = {};
    for (const { name, ms } of this.steps) totals[name] = (totals[name] ?? 0) + ms;
    for (const name of stepNames) {
      const total = totals[name];
      if (total !== undefined) totals[name] = Math.round(total * 10) / 10;
    }
    return totals;
  }
}
