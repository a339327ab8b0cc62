import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../errors';
import type { Log } from '../log';

/** Something that must have happened before the service can answer. It may be tried again. */
export interface Step {
  name: string;
  run(): Promise<void>;
}

type State = 'starting' | 'ready' | 'stopping';

/** For how long an answer of the database serves everyone, in ms. */
const answerMs = 1000;

const retryDelayMs = { first: 200, longest: 2000 } as const;

/** Whether the service can answer: it prepares step by step, waits for a database that is away, and asks it after that. */
export class Readiness {
  private state: State = 'starting';
  private waitingFor = '';
  /** The database's, while it is awaited and for a while after. */
  private answer: Promise<void> | null = null;
  private answeredAt = 0;

  constructor(
    private readonly steps: readonly Step[],
    private readonly ping: () => Promise<void>,
    private readonly log: Log,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Runs the steps in order, each until it succeeds or `signal` aborts.
   * @throws what a step throws, unless it is `SERVICE_UNAVAILABLE`: that passes, and is tried again
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

  /** @throws AppError `SERVICE_UNAVAILABLE`, saying what is missing */
  async check(): Promise<void> {
    if (this.state === 'stopping') throw new AppError('SERVICE_UNAVAILABLE', { msg: 'The service is stopping.' });
    if (this.state === 'starting') {
      throw new AppError('SERVICE_UNAVAILABLE', { msg: `The service is starting: ${this.waitingFor}.` });
    }
    await this.askDatabase();
  }

  /** As far as this process knows, without asking the database. */
  get isReady(): boolean {
    return this.state === 'ready';
  }

  stop(): void {
    this.state = 'stopping';
  }

  /** However many ask, the database is asked once, and once a second. A failure is an answer, too. */
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
      await step.run();
      return true;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'SERVICE_UNAVAILABLE')) throw error;
      const { message } = error.cause instanceof Error ? error.cause : error;
      this.log.warn({ step: step.name, reason: message }, 'not ready yet; trying again');
      return false;
    }
  }
}
