interface KeyedQueueSettings {
  /** How long work may wait for its turn. */
  longestWaitMs: number;
  /** How much work of one key may wait. */
  longestQueue: number;
}

/** Runs work of the same key one after the other, and work of different keys at the same time. */
export class KeyedQueue {
  /** The work that waits, by key. A key without running work has no entry. */
  private readonly waiting = new Map<string, Set<() => void>>();

  constructor(
    private readonly settings: KeyedQueueSettings,
    private readonly overloadError: () => Error,
  ) {}

  /** The number of keys in memory. */
  get size(): number {
    return this.waiting.size;
  }

  /** @throws `overloadError()` if the queue of the key is full, or if the turn does not come in time; what `work` throws */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const waiting = this.waiting.get(key);
    if (waiting) await this.turn(waiting);
    else this.waiting.set(key, new Set());
    try {
      return await work();
    } finally {
      this.enterNext(key);
    }
  }

  private turn(waiting: Set<() => void>): Promise<void> {
    const { longestWaitMs, longestQueue } = this.settings;
    if (waiting.size >= longestQueue) throw this.overloadError();
    return new Promise((resolve, reject) => {
      const leave = () => {
        waiting.delete(enter);
        clearTimeout(timer);
      };
      const enter = () => {
        leave();
        resolve();
      };
      const timer = setTimeout(() => {
        leave();
        reject(this.overloadError());
      }, longestWaitMs);
      waiting.add(enter);
    });
  }

  private enterNext(key: string): void {
    const [enter] = this.waiting.get(key) ?? [];
    if (enter) enter();
    else this.waiting.delete(key);
  }
}
