import type { Log } from '../log';

/** The setting whose limit a dropped connection was above. */
export type ConnectionLimit = 'MAX_CONNECTIONS' | 'MAX_CONNECTIONS_PER_ADDRESS';

const quietMs = 60_000;

/** Logs at most one line a minute for each limit, however many connections are dropped. */
export function logDroppedConnections(
  log: Log,
  now: () => number = () => performance.now(),
): (limit: ConnectionLimit, ip: string | null) => void {
  const lines = new Map<ConnectionLimit, { at: number; unsaid: number }>();
  return (limit, ip) => {
    const line = lines.get(limit);
    if (line && now() - line.at < quietMs) {
      line.unsaid += 1;
      return;
    }
    log.warn({ limit, ip, droppedBefore: line?.unsaid ?? 0 }, 'connections are dropped');
    lines.set(limit, { at: now(), unsaid: 0 });
  };
}
