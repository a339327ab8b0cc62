import { median } from './clock-offset';

/** Milliseconds. Access tokens allow five seconds between two clocks (src/accounts/tokens/access-token.ts). */
const differsFromMs = 2000;
/** Milliseconds. Codes of authenticator apps are valid for 30 seconds before and after their time. */
const wrongFromMs = 30_000;
/**
 * How often in a row a comparison must say that the clock is wrong. This takes 40 seconds, longer than the rows of other
 * instances count, so that no row from before a failover or a step of the database's clock decides.
 */
const inARow = 4;

export type ClockState = 'right' | 'differs' | 'wrong';

/** Compares the system clock with the clocks of the database and of the other instances. Gatehouse uses it as it is. */
export class ClockWatch {
  /** How far the system clock is ahead of the clock of the database, in ms. */
  offsetMs = 0;
  private contradicted = 0;
  private isStart = true;

  /**
   * `wrong`: the clock contradicts the database and the median of the other instances. If all instances contradict the database,
   * or there is no other one, nothing says which clock is wrong.
   */
  get state(): ClockState {
    if (this.contradicted >= inARow) return 'wrong';
    return Math.abs(this.offsetMs) > differsFromMs ? 'differs' : 'right';
  }

  /** Why the instance is not ready. Null unless the clock is wrong. */
  get problem(): string | null {
    if (this.state !== 'wrong') return null;
    const by = `${Math.round(Math.abs(this.offsetMs) / 1000)} s ${this.offsetMs < 0 ? 'behind' : 'ahead of'}`;
    return `The clock of this machine is ${by} the clocks of the database and of the other instances.`;
  }

  /** Whether what is removed by its age could be removed too early. One comparison is enough. */
  get mayRemove(): boolean {
    return Math.abs(this.offsetMs) <= wrongFromMs;
  }

  /** Takes the differences of the system clock, and of the clocks of the other instances, to the database's clock, in ms. */
  observe(ownMs: number, othersMs: readonly number[]): void {
    this.offsetMs = ownMs;
    const contradictsOthers = othersMs.length > 0 && Math.abs(ownMs - median(othersMs, ownMs)) > wrongFromMs;
    const isContradicted = Math.abs(ownMs) > wrongFromMs && contradictsOthers;
    // An instance whose clock is wrong at the start never becomes ready.
    this.contradicted = isContradicted ? this.contradicted + (this.isStart ? inARow : 1) : 0;
    this.isStart = false;
  }
}
