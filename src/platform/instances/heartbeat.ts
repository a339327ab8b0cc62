import type { Log } from '../observability/log';
import { waitAtMost } from '../runtime/wait-at-most';
import { measureClockOffset } from './clock-offset';
import type { ClockState, ClockWatch } from './clock-watch';
import type { Instance, InstanceStore } from './instance.store';

const everyMs = 10_000;
/** How long a stop waits for an unavailable database. */
const closesWithinMs = 1000;

/** Writes every ten seconds that this instance runs, and compares its clock with the clocks of the other instances. */
export class Heartbeat {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;
  private state: ClockState = 'right';
  private isLate = false;

  constructor(
    private readonly store: InstanceStore,
    private readonly clock: ClockWatch,
    private readonly self: Omit<Instance, 'clockOffsetMs'>,
    private readonly log: Log,
  ) {}

  /** Compares the clocks before the first request. @throws AppError `SERVICE_UNAVAILABLE` */
  async start(): Promise<void> {
    await this.beat();
    this.timer = setInterval(() => this.tick(), everyMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    if (!this.timer) return;
    clearInterval(this.timer);
    const removed = Promise.resolve(this.running)
      .then(() => this.store.remove(this.self.id))
      .catch(() => {});
    await waitAtMost(closesWithinMs, removed);
  }

  private tick(): void {
    this.running ??= this.beat()
      .then(
        () => {
          this.isLate = false;
        },
        (error: unknown) => {
          if (!this.isLate) this.log.warn({ err: error }, 'the clocks of the instances cannot be compared');
          this.isLate = true;
        },
      )
      .finally(() => {
        this.running = null;
      });
  }

  private async beat(): Promise<void> {
    const clockOffsetMs = await measureClockOffset(this.store);
    if (clockOffsetMs === null) return;
    const { id, name, version } = this.self;
    const others = await this.store.renew({ id, name, version, clockOffsetMs });
    this.clock.observe(
      clockOffsetMs,
      others.map((other) => other.clockOffsetMs),
    );
    this.report();
  }

  private report(): void {
    const { state } = this.clock;
    if (state === this.state) return;
    this.state = state;
    const seconds = { aheadS: Math.round(this.clock.offsetMs) / 1000 };
    if (state === 'right') this.log.info(seconds, 'the system clock is right again');
    else this.log.warn(seconds, messages[state]);
  }
}

const messages = {
  differs: 'the system clock differs from the clock of the database. Synchronize both with a time server',
  wrong:
    'the system clock is wrong, so this instance is not ready: the database and the other instances have another time. Synchronize it with a time server',
} as const;
