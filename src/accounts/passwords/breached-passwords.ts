import { createHash } from 'node:crypto';
import type { Log } from '../../platform/observability/log';
import { RareWarning } from '../../platform/observability/rare-warning';
import { within } from '../../platform/request/deadline';
import { BoundedRequests } from '../../platform/runtime/bounded-requests';
import { Breaker, type RequestEnd, saysAway } from '../../platform/runtime/breaker';
import type { Clock } from '../../platform/runtime/clock';
import { NoFreeSlotError } from '../../platform/runtime/slots';
import { type BreachList, UnusableRange } from './breach-list';

/** Milliseconds. An operation must answer within 2.8 s. */
export const breachListAnswersWithinMs = 800;
/** A pause comes earlier than with other services, so that logins do not wait for slots. */
const breaker = { mostFailures: 3, pauseMs: 10_000 } as const;
/** Milliseconds. Each search has its own line in the metrics. */
const warnedEveryMs = 60_000;

export const breachCheckResults = ['found', 'not_found', 'failed'] as const;

/**
 * Looks passwords up in a list of stolen ones. If the list does not answer in time, the password counts as not listed: a
 * service of another operator must not stop registrations.
 */
export class BreachedPasswords {
  readonly counts: Record<(typeof breachCheckResults)[number], number> = { found: 0, not_found: 0, failed: 0 };
  private readonly requests: BoundedRequests;
  private readonly breaker: Breaker;
  private readonly warning: RareWarning;

  constructor(
    private readonly list: BreachList,
    /** Further searches at the same time fail. Each takes a slot of the hash queue, and others need slots, too. */
    mostAtOnce: number,
    clock: Clock,
    private readonly log: Log,
    private readonly answersWithinMs = breachListAnswersWithinMs,
  ) {
    this.requests = new BoundedRequests({ mostAtOnce, mostWaiting: 0, timeoutMs: answersWithinMs });
    this.breaker = new Breaker(breaker, clock);
    this.warning = new RareWarning(warnedEveryMs, clock, log);
  }

  /** @param password in the form NFC */
  async includes(password: string): Promise<boolean> {
    const found = this.requests.isClosed || this.breaker.begin() > 0 ? null : await this.search(password);
    this.counts[found === null ? 'failed' : found ? 'found' : 'not_found'] += 1;
    return found ?? false;
  }

  /** Waits for the searches that are running. */
  async close(): Promise<void> {
    await this.requests.close();
    this.list.close();
  }

  /** Returns null if the list did not answer. */
  private async search(password: string): Promise<boolean | null> {
    const sha1 = createHash('sha1').update(password).digest();
    let stopped: AbortSignal | null = null;
    const searching = this.requests.run(({ signal }) => {
      stopped = signal;
      return this.list.includes(sha1, signal);
    });
    try {
      const found = await within(this.answersWithinMs, searching, `no answer within ${this.answersWithinMs} ms`);
      this.end({ status: 200 }, null);
      return found;
    } catch (error) {
      this.end(this.requests.isClosed || error instanceof NoFreeSlotError ? null : endOf(error, stopped), error);
      return null;
    }
  }

  private end(end: RequestEnd | null, error: unknown): void {
    const change = this.breaker.end(end);
    if (change === 'closed') this.log.info('the list of breached passwords answers again');
    if (change === 'opened') {
      this.log.warn(
        { err: error },
        'the list of breached passwords does not answer: new passwords are not compared with it until it does',
      );
    }
    if (end && error !== null && !saysAway(end)) this.warn(error);
  }

  private warn(error: unknown): void {
    this.warning.warn(
      { err: error },
      'the list of breached passwords gave no usable answer: a new password was not compared with it',
    );
  }
}

/** A list that was stopped can end with any error. */
function endOf(error: unknown, stopped: AbortSignal | null): RequestEnd {
  if (error instanceof UnusableRange) return error;
  return { error: stopped?.aborted ? new DOMException('no answer in time', 'TimeoutError') : error };
}
