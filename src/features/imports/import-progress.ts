interface Sample {
  atMs: number;
  bytes: number;
  lines: number;
}

/** Seconds. The rate is that of the last half minute, because fast hashes make a part of a file slower. */
const windowS = 30;

/** Says how far an import is. Called about once a second. */
export class ImportProgress {
  private readonly samples: Sample[] = [];

  /** @param bytes the size of the file. Null if it is unknown. */
  constructor(
    private readonly bytes: number | null,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.samples.push({ atMs: this.nowMs(), bytes: 0, lines: 0 });
  }

  /** @param done the bytes that were read, and the lines whose outcome is known */
  describe(done: { bytes: number; lines: number; leftOut: number }): string {
    const now: Sample = { atMs: this.nowMs(), bytes: done.bytes, lines: done.lines };
    this.samples.push(now);
    while (this.samples.length > 2 && now.atMs - (this.samples[0]?.atMs ?? 0) > windowS * 1000) this.samples.shift();
    const from = this.samples[0] ?? now;
    const seconds = (now.atMs - from.atMs) / 1000 || 1;
    const bytesPerS = (now.bytes - from.bytes) / seconds;
    const parts = [
      `${done.lines} lines`,
      `${Math.round((now.lines - from.lines) / seconds)} per second`,
      ...(done.leftOut > 0 ? [`${done.leftOut} left out`] : []),
      ...(this.bytes !== null && bytesPerS > 0 ? [`${durationOf((this.bytes - now.bytes) / bytesPerS)} left`] : []),
    ];
    return parts.join(', ');
  }
}

/** For example `40 s`, `12 min`, `3 h 20 min`. */
export function durationOf(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 100) return `${whole} s`;
  const minutes = Math.round(whole / 60);
  return minutes < 100 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
