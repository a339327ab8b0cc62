import type { Clock } from '../clock';
import type { Log } from '../log';
import type { CleanUpStore } from './clean-up.store';

export interface Retention {
  /** How long the audit is kept. */
  auditDays: number;
  /** After how many seconds without a use a session is over. */
  sessionIdleS: number;
}

const dayMs = 86_400_000;
/** How long a session is kept after it has ended, to explain what became of it. */
const endedSessionDays = 30;
const knownNetworkDays = 90;
const everyMs = 600_000;
/** Rows that one statement removes or reads, so that none takes long. */
const batch = 5000;
const sessionBatch = 1000;
/** A run reads so many pages of sessions to find the idle ones; the next run continues where it ended. */
const idlePages = 40;
const firstId = '00000000-0000-0000-0000-000000000000';

export const cleanUpSteps = [
  'claim',
  'audit_events',
  'sessions',
  'idle_sessions',
  'account_revocations',
  'rate_limits',
  'known_networks',
] as const;
type StepName = (typeof cleanUpSteps)[number];

/** Removes what is over, every ten minutes, on one instance at a time. */
export class CleanUp {
  /** Since the start: how often a step failed. */
  readonly failures = new Map<StepName, number>();
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;
  /** The last session that was read in search of idle ones. */
  private readUpTo = firstId;

  constructor(
    private readonly store: CleanUpStore,
    private readonly retention: Retention,
    private readonly clock: Clock,
    private readonly log: Log,
  ) {}

  start(): void {
    this.timer = setInterval(() => this.tick(), everyMs);
    this.timer.unref();
    this.tick();
  }

  /**
   * Null if another instance does it, or has just done it. By step, how many rows it removed; a step that failed is
   * logged, and is not in it.
   */
  async run(): Promise<Record<string, number> | null> {
    const now = this.clock().getTime();
    const before = (ms: number) => new Date(now - ms);
    const isOurs = await this.attempt('claim', () => this.store.claim('clean-up', new Date(now), before(everyMs / 2)));
    if (!isOurs) return null;
    const ended = before(endedSessionDays * dayMs);
    const used = new Date(ended.getTime() - this.retention.sessionIdleS * 1000);
    const steps: Record<Exclude<StepName, 'claim'>, () => Promise<number>> = {
      audit_events: () => this.all((n) => this.store.removeAudit(before(this.retention.auditDays * dayMs), n)),
      sessions: () => this.endedSessions(ended),
      idle_sessions: () => this.idleSessions(used),
      account_revocations: () => this.all((n) => this.store.removeAccountRevocations(ended, n)),
      rate_limits: () => this.all((n) => this.store.removeCounts(now, n)),
      known_networks: () => this.all((n) => this.store.removeKnownNetworks(before(knownNetworkDays * dayMs), n)),
    };
    const removed: Record<string, number> = {};
    for (const name of cleanUpSteps) {
      if (name === 'claim') continue;
      const rows = await this.attempt(name, steps[name]);
      if (rows !== null) removed[name] = rows;
    }
    return removed;
  }

  async close(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  private tick(): void {
    this.running = this.running.then(async () => {
      const removed = await this.run();
      if (removed && Object.values(removed).some((rows) => rows > 0)) this.log.info({ removed }, 'cleaned up');
    });
  }

  /** Null if it failed: the others are run all the same. */
  private async attempt<Result>(step: StepName, work: () => Promise<Result>): Promise<Result | null> {
    try {
      return await work();
    } catch (error) {
      this.failures.set(step, (this.failures.get(step) ?? 0) + 1);
      this.log.warn({ err: error, step }, 'a step of the clean-up failed; it is tried again');
      return null;
    }
  }

  private async all(remove: (atMost: number) => Promise<number>): Promise<number> {
    let total = 0;
    for (let removed = batch; removed === batch && !this.stopped; total += removed) removed = await remove(batch);
    return total;
  }

  private async endedSessions(before: Date): Promise<number> {
    let total = 0;
    for (let ids = [firstId]; ids.length > 0 && !this.stopped; ) {
      ids = await this.store.listEndedSessions(before, sessionBatch);
      total += await this.removeSessions(ids);
    }
    return total;
  }

  private async idleSessions(since: Date): Promise<number> {
    let total = 0;
    for (let page = 0; page < idlePages && !this.stopped; page += 1) {
      const { ids, last } = await this.store.listIdleSessions(since, { after: this.readUpTo, size: batch });
      for (let i = 0; i < ids.length; i += sessionBatch) {
        total += await this.removeSessions(ids.slice(i, i + sessionBatch));
      }
      this.readUpTo = last ?? firstId;
      if (last === null) break;
    }
    return total;
  }

  /** Their refresh tokens first, of which each can have any number. */
  private async removeSessions(ids: readonly string[]): Promise<number> {
    if (ids.length === 0) return 0;
    await this.all((n) => this.store.removeRefreshTokens(ids, n));
    return this.stopped ? 0 : this.store.removeSessions(ids);
  }
}
