import { UnusableAnswer } from './unusable-answer';

/** Limits how many requests to the old service run at the same time. A bounded number of others waits in their order. */
export class Places {
  private readonly waiting = new Set<() => void>();

  constructor(
    private free: number,
    private readonly mostWaiting: number,
  ) {}

  /** @throws UnusableAnswer if too many wait, or if `signal` aborts before a place is free; what `work` throws */
  async run<Result>(signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    if (this.free > 0) this.free -= 1;
    else await this.turn(signal);
    try {
      return await work();
    } finally {
      const [next] = this.waiting;
      if (next) next();
      else this.free += 1;
    }
  }

  private turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(enter);
        signal.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(new UnusableAnswer('too many logins wait for the old service', { isDown: false, retryAfterS: 1 }));
      };
      const enter = () => {
        leave();
        resolve();
      };
      if (signal.aborted || this.waiting.size >= this.mostWaiting) return giveUp();
      signal.addEventListener('abort', giveUp);
      this.waiting.add(enter);
    });
  }
}
