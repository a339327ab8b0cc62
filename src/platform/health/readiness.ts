import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors/app-error';
import type { Log } from '../observability/log';
import { logIfSlow } from '../observability/slow-step';

/** A step of the start. It must succeed before the service can answer, and it may be retried. */
export interface Step {
  name: string;
  run(): Promise<void>;
}

type State = 'starting' | 'ready' | 'stopping';

/** Milliseconds for which all callers share one answer of the database. */
const answerMs = 1000;

const retryDelayMs = { first: 200, longest: 2000 } as const;

/**
 * Reports whether the service can answer. During the start, it runs the steps and waits for an unavailable database.
 * After the start, it checks the database.
 */
export class Readiness {
  private state: State = 'starting';
  private waitingFor = '';
  /** The latest check of the database, which may still be running. */
  private answer: Promise<void> | null = null;
  private answeredAt = 0;

  constructor(
    private readonly steps: readonly Step[],
    private readonly ping: () => Promise<void>,
    private readonly log: Log,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Runs the steps in order. Each step is repeated until it succeeds or `signal` aborts.
   * @throws what a step throws, except `SERVICE_UNAVAILABLE`, which is retried; AbortError after an abort
   */
  async prepare(signal: AbortSignal): Promise<void> {
    for (const step of this.steps) {
      this.waitingFor = step.name;
      for (let waitMs: number = retryDelayMs.first; !(await this.attempt(step)); ) {
        await delay(waitMs, undefined, { signal });
        waitMs = Math.min(waitMs * 2, retryDelayMs.longest);
      }
    }
    if (this.state === 'starting') this.state = 'ready';
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` with the reason: stopping, starting, or an unavailable database */
  async check(): Promise<void> {
    if (this.state === 'stopping') throw new AppError('SERVICE_UNAVAILABLE', { msg: 'The service is stopping.' });
    if (this.state === 'starting') {
      throw new AppError('SERVICE_UNAVAILABLE', { msg: `The service is starting: ${this.waitingFor}.` });
    }
    await this.askDatabase();
  }

  /** Whether the start is complete and no stop has started. Does not query the database. */
  get isReady(): boolean {
    return this.state === 'ready';
  }

  stop(): void {
    this.state = 'stopping';
  }

  /** Runs one check at a time, and at most one check per second, for all callers. A failure is shared, too. */
  private askDatabase(): Promise<void> {
    if (this.answer && this.now() - this.answeredAt < answerMs) return this.answer;
    this.answeredAt = Number.POSITIVE_INFINITY;
    this.answer = this.ping().finally(() => {
      this.answeredAt = this.now();
    });
    return this.answer;
  }

  private async attempt(step: Step): Promise<boolean> {
    try {
      await logIfSlow(this.log, step.name, () => step.run());
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
      const { message } = error.cause instanceof Error ? error.cause : error;
      this.log.warn(
        { step: step.name, reason: message },
        'not ready yet: this step of the start failed and is tried again',
      );
      return false;
    }
  }
}
