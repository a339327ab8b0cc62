import { createHash } from 'node:crypto';
import type { Log } from '../../platform/observability/log';
import { within } from '../../platform/request/deadline';
import { BoundedRequests } from '../../platform/runtime/bounded-requests';
import type { Clock } from '../../platform/runtime/clock';
import { NoFreeSlotError } from '../../platform/runtime/slots';
import type { BreachList } from './breach-list';

/** Milliseconds. An operation must answer within 2.8 s. */
export const breachListAnswersWithinMs = 800;
/** After this number of failures in a row, the list is not asked for a while, so that logins do not wait for slots. */
const mostFailuresInARow = 3;
const pauseMs = 10_000;

export const breachCheckResults = ['found', 'not_found', 'failed'] as const;

/**
 * Looks passwords up in a list of stolen ones. If the list does not answer in time, the password counts as not listed: a
 * service of another operator must not stop registrations.
 */
export class BreachedPasswords {
  readonly counts: Record<(typeof breachCheckResults)[number], number> = { found: 0, not_found: 0, failed: 0 };
  private readonly requests: BoundedRequests;
  private failuresInARow = 0;
  private pausedUntilMs = 0;

  constructor(
    private readonly list: BreachList,
    /** Further searches at the same time fail. Each takes a slot of the hash queue, and others need slots, too. */
    mostAtOnce: number,
    private readonly clock: Clock,
    private readonly log: Log,
    private readonly answersWithinMs = breachListAnswersWithinMs,
  ) {
    this.requests = new BoundedRequests({ mostAtOnce, mostWaiting: 0, timeoutMs: answersWithinMs });
  }

  /** @param password in the form NFC */
  async includes(password: string): Promise<boolean> {
    const isAvailable = this.clock().getTime() >= this.pausedUntilMs && !this.requests.isClosed;
    const found = isAvailable ? await this.search(password) : null;
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
    const searching = this.requests.run(({ signal }) => this.list.includes(sha1, signal));
    try {
      const found = await within(this.answersWithinMs, searching, `no answer within ${this.answersWithinMs} ms`);
      this.succeed();
      return found;
    } catch (error) {
      if (!this.requests.isClosed && !(error instanceof NoFreeSlotError)) this.fail(error);
      return null;
    }
  }

  private succeed(): void {
    if (this.failuresInARow >= mostFailuresInARow) this.log.info('the list of breached passwords answers again');
    this.failuresInARow = 0;
  }

  private fail(error: unknown): void {
    this.failuresInARow += 1;
    if (this.failuresInARow < mostFailuresInARow) return;
    this.pausedUntilMs = this.clock().getTime() + pauseMs;
    if (this.failuresInARow > mostFailuresInARow) return;
    this.log.warn(
      { err: error },
      'the list of breached passwords does not answer: new passwords are not compared with it until it does',
    );
  }
}
