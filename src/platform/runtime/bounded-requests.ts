import { Slots } from './slots';

interface RequestLimits {
  mostAtOnce: number;
  /** How many others wait for one of these slots. */
  mostWaiting: number;
  /** For the wait for a slot and for the answer together. */
  timeoutMs: number;
}

export interface BoundedRequest {
  /** Aborted after the time limit, and when the server stops. */
  signal: AbortSignal;
  /** Whether the request had enough time: if it had, and no answer came, then the service is down. */
  hadTime(): boolean;
}

/** Bounds the requests to another service in number and in time. */
export class BoundedRequests {
  private readonly slots: Slots;
  private readonly running = new Map<Promise<unknown>, AbortController>();
  private closed = false;

  constructor(private readonly limits: RequestLimits) {
    this.slots = new Slots(limits.mostAtOnce, limits.mostWaiting);
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** @throws NoFreeSlotError; what `work` throws */
  async run<Result>(work: (request: BoundedRequest) => Promise<Result>): Promise<Result> {
    const { timeoutMs } = this.limits;
    const stop = new AbortController();
    if (this.closed) stop.abort();
    const timer = setTimeout(() => stop.abort(), timeoutMs);
    const { signal } = stop;
    const startedAt = performance.now();
    const inSlot = () => {
      const waitedMs = performance.now() - startedAt;
      // A request that waited for a slot had too little time to say that the service is down.
      const hadTime = () => !signal.aborted || (!this.closed && waitedMs <= timeoutMs / 2);
      return work({ signal, hadTime });
    };
    const running = this.slots.run(inSlot, signal);
    this.running.set(running, stop);
    try {
      return await running;
    } finally {
      clearTimeout(timer);
      this.running.delete(running);
    }
  }

  /** Ends the requests that are running. */
  async close(): Promise<void> {
    this.closed = true;
    for (const stop of this.running.values()) stop.abort();
    await Promise.allSettled(this.running.keys());
  }
}
