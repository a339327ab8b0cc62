/** What one query shows about the primary server. */
export interface PrimaryPosition {
  /** How far its log is written. A standby that has applied all of it has all acknowledged changes. */
  position: bigint;
  /** Seconds since 1970, by its clock. */
  nowS: number;
}

/** What one query shows about a standby server. */
interface StandbyPosition {
  /** How far it has applied the log. */
  position: bigint;
  /** When the last change that it has applied was committed: seconds since 1970, by the clock of the primary. */
  lastChangeS: number | null;
}

/** How many positions of the primary are kept: ten minutes, with one every two seconds. */
const mostSamples = 300;

/**
 * Measures how old the data of a standby server can be. It needs no common clock, no table, and no connection between
 * the two servers: it compares the log of the standby with the log of the primary, now and some time ago.
 */
export class ReplicationLag {
  /** The positions of the primary, at times of `performance.now()`. Both rise. */
  private readonly samples: { position: bigint; atMs: number }[] = [];

  /** `atMs`: before the primary was asked. */
  record({ position }: PrimaryPosition, atMs: number): void {
    const last = this.samples.at(-1);
    // After a failover, the log of the new primary can be shorter.
    if (last && position < last.position) this.samples.length = 0;
    if (last?.position === position) last.atMs = atMs;
    else this.samples.push({ position, atMs });
    if (this.samples.length > mostSamples) this.samples.shift();
  }

  /** Returns the seconds for which the standby can lack changes of the primary. Null if this is not known yet. */
  of(standby: StandbyPosition, primary: PrimaryPosition, nowMs: number): number | null {
    if (standby.position >= primary.position) return 0;
    const applied = this.samples.findLast(({ position }) => position <= standby.position);
    const bySamples = applied ? (nowMs - applied.atMs) / 1000 : null;
    // If nothing is written for some time, the last change is older than the lag.
    const byChange = standby.lastChangeS === null ? null : Math.max(0, primary.nowS - standby.lastChangeS);
    if (bySamples === null || byChange === null) return bySamples ?? byChange;
    return Math.min(bySamples, byChange);
  }
}
