import { setTimeout as delay } from 'node:timers/promises';
import { AppError } from '../../platform/errors/app-error';
import type { Log } from '../../platform/observability/log';
import { RareWarning } from '../../platform/observability/rare-warning';
import { type BoundedRequest, BoundedRequests } from '../../platform/runtime/bounded-requests';
import { Breaker, type RequestEnd } from '../../platform/runtime/breaker';
import type { Clock } from '../../platform/runtime/clock';
import { NoFreeSlotError } from '../../platform/runtime/slots';
import { UnusableAnswer } from '../../platform/runtime/unusable-answer';
import { legacyReasons } from './legacy.reasons';
import type { LegacyAnswer, LegacyClient, LegacyRegistration } from './legacy-client';
import { RecentOutcomes } from './recent-outcomes';

/** Requests to the old service at the same time, and how many others wait for one of these slots. */
const mostAtOnce = 20;
const mostWaiting = 100;
const breaker = { mostFailures: 5, pauseMs: 10_000 } as const;
/** Milliseconds. Each request of a client has its own line in the log. */
const warnedEveryMs = 60_000;

export const legacyResults = ['accepted', 'rejected', 'unusable', 'not_asked'] as const;
type LegacyResult = (typeof legacyResults)[number];

/**
 * Asks the old service. Bounds the requests in time and in number, and stops them while the old service is down. If it
 * does not say whether a password is right, clients get `SERVICE_UNAVAILABLE`, never `INVALID_CREDENTIALS`.
 */
export class OldService {
  readonly counts: Record<LegacyResult, number> = { accepted: 0, rejected: 0, unusable: 0, not_asked: 0 };
  /** The sum of the durations of the requests, in seconds. */
  seconds = 0;
  private readonly requests: BoundedRequests;
  private readonly breaker: Breaker;
  private readonly recent = new RecentOutcomes();
  private readonly warning: RareWarning;

  constructor(
    private readonly client: LegacyClient,
    /** For the wait for a slot and for the answer together. */
    timeoutMs: number,
    clock: Clock,
    private readonly log: Log,
  ) {
    this.requests = new BoundedRequests({ mostAtOnce, mostWaiting, timeoutMs });
    this.breaker = new Breaker(breaker, clock);
    this.warning = new RareWarning(warnedEveryMs, clock, log);
  }

  get isPaused(): boolean {
    return this.breaker.isOpen;
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` */
  login(email: string, password: string): Promise<LegacyAnswer> {
    return this.inSlot((request) =>
      this.ask(request, async () => {
        const startedAt = performance.now();
        const record = (wasAccepted: boolean, unusable: UnusableAnswer | null) =>
          this.recent.record({ ms: performance.now() - startedAt, wasAccepted, unusable });
        try {
          const answer = await this.client.login(email, password, request.signal);
          record(answer.success, null);
          return answer;
        } catch (error) {
          if (error instanceof UnusableAnswer && !this.requests.isClosed) record(false, error);
          throw error;
        }
      }),
    );
  }

  /** @throws AppError `SERVICE_UNAVAILABLE`. The old service can have registered the user nevertheless. */
  register(registration: LegacyRegistration): Promise<LegacyAnswer> {
    return this.inSlot((request) => this.ask(request, () => this.client.register(registration, request.signal)));
  }

  /** Ends like a recent login, and asks no one. @throws AppError `SERVICE_UNAVAILABLE` */
  pretend(): Promise<void> {
    return this.inSlot(async ({ signal }) => {
      const waitS = this.breaker.waitS();
      if (waitS > 0) throw notAsked(waitS);
      const { ms, unusable } = this.recent.pick();
      try {
        await delay(ms, undefined, { signal });
      } catch {
        throw new UnusableAnswer('the old service does not answer', null);
      }
      if (unusable) throw unusable;
    });
  }

  /** Ends the requests that are running. */
  close(): Promise<void> {
    return this.requests.close();
  }

  /** Runs `work` in one of the slots. Both together take no longer than the time limit. */
  private async inSlot<Result>(work: (request: BoundedRequest) => Promise<Result>): Promise<Result> {
    try {
      return await this.requests.run(work);
    } catch (error) {
      if (error instanceof NoFreeSlotError) throw unavailable(tooManyWait());
      throw error instanceof UnusableAnswer ? unavailable(error) : error;
    }
  }

  private async ask({ hadTime }: BoundedRequest, request: () => Promise<LegacyAnswer>): Promise<LegacyAnswer> {
    const waitS = this.breaker.begin();
    if (waitS > 0) {
      this.counts.not_asked += 1;
      throw notAsked(waitS);
    }
    const startedAt = performance.now();
    try {
      const answer = await request();
      this.counts[answer.success ? 'accepted' : 'rejected'] += 1;
      this.end({ status: 200 });
      return answer;
    } catch (error) {
      this.counts.unusable += 1;
      this.end(error instanceof UnusableAnswer && hadTime() ? error.end : null);
      if (!this.requests.isClosed) this.warn(error);
      throw error;
    } finally {
      this.seconds += (performance.now() - startedAt) / 1000;
    }
  }

  private end(end: RequestEnd | null): void {
    const change = this.breaker.end(end);
    if (change === 'closed') this.log.info('the old service answers again');
    if (change === 'opened') {
      this.log.error(
        { failures: breaker.mostFailures, pauseS: breaker.pauseMs / 1000 },
        'the old service of LEGACY_URL does not answer: it is not asked for a while, and logins that need it get 503',
      );
    }
  }

  private warn(error: unknown): void {
    this.warning.warn({ err: error }, 'the old service of LEGACY_URL gave no usable answer: the login gets 503');
  }
}

const notAsked = (retryAfterS: number) =>
  new UnusableAnswer('the old service is down, and not asked for a while', null, retryAfterS);

const tooManyWait = () => new UnusableAnswer('too many logins wait for the old service', null, 1);

const unavailable = (cause: UnusableAnswer) =>
  new AppError('SERVICE_UNAVAILABLE', {
    reason: legacyReasons['no answer of the old service'],
    cause,
    ...(cause.retryAfterS !== null && { retryAfterS: cause.retryAfterS }),
  });
