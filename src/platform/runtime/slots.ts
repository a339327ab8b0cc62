/** Too many tasks wait for a slot, or the task's signal was aborted before a slot was free. */
export class NoFreeSlotError extends Error {
  override readonly name = 'NoFreeSlotError';
}

/** Limits how many tasks run at the same time. A number of further tasks waits in the order of their arrival. */
export class Slots {
  private readonly waiting = new Set<() => void>();

  constructor(
    private free: number,
    private readonly mostWaiting = Number.POSITIVE_INFINITY,
  ) {}

  /** @throws NoFreeSlotError; what `work` throws */
  async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
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

  private turn(signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(enter);
        signal?.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(new NoFreeSlotError('no slot is free'));
      };
      const enter = () => {
        leave();
        resolve();
      };
      if (signal?.aborted || this.waiting.size >= this.mostWaiting) return giveUp();
      signal?.addEventListener('abort', giveUp);
      this.waiting.add(enter);
    });
  }
}
