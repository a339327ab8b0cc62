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
/** Rows in one statement, so that none takes long. */
const batch = 5000;

/** Removes what is over, every ten minutes, on one instance at a time. */
export class CleanUp {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private stopped = false;

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

  /** Null if another instance does it, or has just done it. By table, how many rows it removed. */
  async run(): Promise<Record<string, number> | null> {
    const now = this.clock().getTime();
    const before = (ms: number) => new Date(now - ms);
    if (!(await this.store.claim('clean-up', new Date(now), before(everyMs / 2)))) return null;
    const ended = endedSessionDays * dayMs;
    return {
      audit_events: await this.all((n) => this.store.removeAudit(before(this.retention.auditDays * dayMs), n)),
      sessions: await this.all((n) =>
        this.store.removeSessions(before(ended), before(ended + this.retention.sessionIdleS * 1000), n),
      ),
      rate_limits: await this.all((n) => this.store.removeCounts(now, n)),
      known_networks: await this.all((n) => this.store.removeKnownNetworks(before(knownNetworkDays * dayMs), n)),
    };
  }

  async close(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  private tick(): void {
    this.running = this.running.then(async () => {
      try {
        const removed = await this.run();
        if (removed && Object.values(removed).some((rows) => rows > 0)) this.log.info({ removed }, 'cleaned up');
      } catch (error) {
        this.log.warn({ err: error }, 'the clean-up failed; it is tried again');
      }
    });
  }

  private async all(remove: (atMost: number) => Promise<number>): Promise<number> {
    let total = 0;
    for (let removed = batch; removed === batch && !this.stopped; total += removed) removed = await remove(batch);
    return total;
  }
}
