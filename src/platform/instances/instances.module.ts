import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Stores } from '../../wiring/stores';
import type { Config } from '../config/config';
import type { Log } from '../observability/log';
import { readVersion } from '../runtime/version';
import { measureClockOffset } from './clock-offset';
import { Heartbeat } from './heartbeat';

const longestHostname = 100;

/** Returns null with the embedded database, which has one instance and its clock. */
export function createHeartbeat(config: Config, { instances, clock }: Stores, log: Log): Heartbeat | null {
  if (config.database.kind === 'embedded') return null;
  const name = `${hostname().slice(0, longestHostname)}:${config.port}`;
  return new Heartbeat(instances, clock, { id: randomUUID(), name, version: readVersion() }, log);
}

/**
 * For a command: compares the clock with the clocks of the running instances, and corrects it if it is off. Returns a
 * warning, or null. The command itself reports a database that is unavailable or not migrated.
 */
export async function compareClocks({ database }: Config, { instances, clock }: Stores): Promise<string | null> {
  if (database.kind === 'embedded') return null;
  try {
    const ownMs = await measureClockOffset(instances);
    if (ownMs === null) return null;
    clock.observe(
      ownMs,
      (await instances.list()).map(({ clockOffsetMs }) => clockOffsetMs),
    );
  } catch {
    return null;
  }
  const differs = `the clock of this machine is ${Math.abs(clock.offsetMs / 1000).toFixed(1)} s ${clock.offsetMs < 0 ? 'behind' : 'ahead of'}`;
  if (clock.isCorrected) return `${differs} the clocks of the servers. This command uses their time`;
  return clock.isUndecided ? `${differs} the clock of the database. Synchronize both with a time server` : null;
}
