/** Repeats a job, which must not throw. A run begins when the one before has ended. */
export class RepeatedJob {
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<unknown> = Promise.resolve();
  private readonly stopped = new AbortController();

  constructor(
    private readonly everyMs: number,
    private readonly run: () => Promise<unknown>,
  ) {}

  /** Aborted by `close`, so that a run that has much to do can end early. */
  get signal(): AbortSignal {
    return this.stopped.signal;
  }

  /** The first run begins after this time, in ms. Without it, at once. */
  start(firstAfterMs = 0): void {
    const begin = () => {
      this.timer = setInterval(() => this.tick(), this.everyMs).unref();
      this.tick();
    };
    if (firstAfterMs === 0) begin();
    else this.timer = setTimeout(begin, firstAfterMs).unref();
  }

  /** Waits for the run that is under way. */
  async close(): Promise<void> {
    this.stopped.abort();
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  private tick(): void {
    this.running = this.running.then(this.run);
  }
}
