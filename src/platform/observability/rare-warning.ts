import type { Clock } from '../runtime/clock';
import type { Log } from './log';

/** Logs warnings that each request could cause, each message at most once in a period. A message is one of few. */
export class RareWarning {
  private readonly loggedAtMs = new Map<string, number>();

  constructor(
    private readonly everyMs: number,
    private readonly clock: Clock,
    private readonly log: Pick<Log, 'warn'>,
  ) {}

  warn(fields: object, message: string): void {
    const nowMs = this.clock().getTime();
    if (nowMs - (this.loggedAtMs.get(message) ?? Number.NEGATIVE_INFINITY) < this.everyMs) return;
    this.loggedAtMs.set(message, nowMs);
    this.log.warn(fields, message);
  }
}
