import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { measureClockOffset } from '../platform/instances/clock-offset';
import { ClockWatch } from '../platform/instances/clock-watch';
import { Heartbeat } from '../platform/instances/heartbeat';
import type { Log } from '../platform/observability/log';
import { readVersion } from '../platform/runtime/version';
import type { Config } from './config';
import type { Stores } from './stores';

const longestHostname = 100;

/** Returns null with the embedded database, which has one instance and its clock. */
export function createHeartbeat(config: Config, { instances }: Stores, clock: ClockWatch, log: Log): Heartbeat | null {
  if (config.database.kind === 'embedded') return null;
  const name = `${hostname().slice(0, longestHostname)}:${config.port}`;
  return new Heartbeat(instances, clock, { id: randomUUID(), name, version: readVersion() }, log);
}

/**
 * For a command: compares the clock with that of the database. Returns a warning, or null. The command itself reports a database
 * that is unavailable or not migrated.
 */
export async function compareClocks({ database }: Config, { instances }: Stores): Promise<string | null> {
  if (database.kind === 'embedded') return null;
  const watch = new ClockWatch();
  try {
    const ownMs = await measureClockOffset(instances);
    if (ownMs !== null) watch.observe(ownMs, []);
  } catch {
    return null;
  }
  if (watch.state === 'right') return null;
  const by = `${Math.abs(watch.offsetMs / 1000).toFixed(1)} s ${watch.offsetMs < 0 ? 'behind' : 'ahead of'}`;
  return `the clock of this machine is ${by} the clock of the database. Synchronize both with a time server`;
}
