/** What a request spends its time on. The same words in logs, metrics, traces and the audit. */
export const stepNames = ['validation', 'queue', 'limiter', 'hash', 'database'] as const;
export type StepName = (typeof stepNames)[number];

export interface Step {
  name: StepName;
  /** Of `performance.now()`. */
  startedAt: number;
  ms: number;
}

/** What an operation turned out to be about: for the audit alone, never for an answer. */
export interface About {
  /** The canonical address that it names. */
  account?: string;
  userId?: string;
  sessionId?: string;
}

/** The steps of one request in the order in which they ended. Services write it; logs, the audit and commands show it. */
export class Trail {
  readonly about: About = {};

  constructor(readonly steps: Step[] = []) {}

  /** For one operation of the request: the same steps, and a subject of its own. */
  forOperation(): Trail {
    return new Trail(this.steps);
  }

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

  /** How long the steps of a name took together, in ms, to a tenth; what did not happen is not there. */
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
