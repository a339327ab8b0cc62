import type { Log } from '../observability/log';

export const connectionLimits = ['MAX_CONNECTIONS', 'MAX_CONNECTIONS_PER_ADDRESS'] as const;
export type ConnectionLimit = (typeof connectionLimits)[number];

const quietMs = 60_000;

/** Counts dropped connections. Logs at most one line per minute for each limit. */
export class DroppedConnections {
  private readonly counts = new Map<ConnectionLimit, number>();
  private readonly lines = new Map<ConnectionLimit, { at: number; count: number }>();

  constructor(
    private readonly log: Log,
    private readonly now: () => number = () => performance.now(),
  ) {}

  count(limit: ConnectionLimit): number {
    return this.counts.get(limit) ?? 0;
  }

  record(limit: ConnectionLimit, ip: string | null): void {
    const before = this.count(limit);
    this.counts.set(limit, before + 1);
    const line = this.lines.get(limit);
    if (line && this.now() - line.at < quietMs) return;
    this.lines.set(limit, { at: this.now(), count: before + 1 });
    this.log.warn(
      { limit, ip, droppedBefore: line ? before - line.count : 0 },
      'connections are closed immediately, because the limit is reached',
    );
  }
}
