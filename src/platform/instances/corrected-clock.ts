import type { Clock } from '../runtime/clock';
import { medianOffset } from './clock-offset';

/**
 * Milliseconds. Two clocks that are not corrected differ by less than the five seconds that access tokens allow
 * (src/features/tokens/access-token.ts).
 */
const corrected = { fromMs: 2000, untilMs: 1000 } as const;
/**
 * How often in a row an observation must contradict the clock before the clock changes. Longer than the rows of other
 * instances count, so that no row from before a fail-over or a step of the database's clock decides.
 */
const contradictions = 4;

/**
 * The time that all instances on a database share. It is the system clock, unless that is off: the median of the clocks of all
 * instances and of the database decides. Then the time continues with the clock of durations, so that no step of the system
 * clock changes it. With one instance, the median of two clocks decides nothing, and the clock stays as it is.
 */
export class CorrectedClock {
  /** How far the system clock is ahead of the median, in ms. */
  offsetMs = 0;
  private anchor: { timeMs: number; at: number } | null = null;
  private contradicted = 0;
  private hasDecided = false;
  /** Whether the system clock is off and used, because no third clock says which one is right. */
  isUndecided = false;

  readonly now: Clock = () =>
    this.anchor === null ? new Date() : new Date(this.anchor.timeMs + performance.now() - this.anchor.at);

  get isCorrected(): boolean {
    return this.anchor !== null;
  }

  /** Takes the differences of the system clock, and of the clocks of the other instances, to the database's clock, in ms. */
  observe(ownMs: number, othersMs: readonly number[]): void {
    // If two groups of clocks have the same size, the one counts that counted before.
    const expectedMs = this.hasDecided ? ownMs - (Date.now() - this.now().getTime()) : 0;
    this.offsetMs = ownMs - medianOffset([ownMs, ...othersMs], expectedMs);
    const isOff = Math.abs(ownMs) > corrected.fromMs;
    this.isUndecided = othersMs.length === 0 && isOff && !this.isCorrected;
    if (othersMs.length === 0 && isOff) return;

    const rightMs = Date.now() - this.offsetMs;
    const isContradicted = Math.abs(this.now().getTime() - rightMs) > corrected.fromMs;
    this.contradicted = isContradicted ? this.contradicted + 1 : 0;
    if (isContradicted && this.hasDecided && this.contradicted < contradictions) return;
    this.hasDecided = true;
    this.contradicted = 0;
    const mayDifferMs = this.isCorrected ? corrected.untilMs : corrected.fromMs;
    this.anchor = Math.abs(this.offsetMs) > mayDifferMs ? { timeMs: rightMs, at: performance.now() } : null;
  }
}
