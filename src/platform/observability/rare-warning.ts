import type { Clock } from '../runtime/clock';
import type { Log } from './log';

/** Logs a warning that each request could cause, at most once in a period. */
export class RareWarning {
  private loggedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly everyMs: number,
    private readonly clock: Clock,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  warn(fields: object, message: string): void {
    const nowMs = this.clock().getTime();
    if (nowMs - this.loggedAtMs < this.everyMs) return;
    this.loggedAtMs = nowMs;
    this.log.warn(fields, message);
  }
}
