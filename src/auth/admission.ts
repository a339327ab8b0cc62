import type { Client } from '../client';
import { AppError } from '../errors';

export interface AdmissionSettings {
  /** How many may be at work at once. */
  places: number;
  /** Milliseconds that one may wait for a place. */
  longestWaitMs: number;
  /** How many may wait. */
  longestQueue: number;
}

interface Waiting {
  enter(): void;
}

/** How much one more measurement weighs in a mean. */
const weight = 0.1;

/**
 * A bounded queue in front of what hashes a password: who would wait for too long is told so at once, before anything
 * is asked of the database, and who went away gives the place in the queue up.
 */
export class Admission {
  private readonly waiting = new Set<Waiting>();
  private inside = 0;
  /** The mean time that work took, in ms. */
  private workMs = 0;

  constructor(
    private readonly settings: AdmissionSettings,
    /** Milliseconds a hash takes now, divided by how many are made at once. */
    private readonly msPerHash: () => number,
  ) {}

  get queued(): number {
    return this.waiting.size;
  }

  get working(): number {
    return this.inside;
  }

  /** @throws AppError `SERVICE_UNAVAILABLE` if there is no place in time, or the client is gone before there is one */
  async run<Result>({ gone, trail }: Pick<Client, 'gone' | 'trail'>, work: () => Promise<Result>): Promise<Result> {
    if (gone.aborted) throw this.refusal();
    if (this.inside < this.settings.places) this.inside += 1;
    else await trail.measure('queue', () => this.turn(gone));
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.workMs += (performance.now() - startedAt - this.workMs) * weight;
      const [next] = this.waiting;
      if (next) next.enter();
      else this.inside -= 1;
    }
  }

  /** Says now what `run` would say. @throws AppError `SERVICE_UNAVAILABLE` */
  refuseFull(): void {
    const { places, longestWaitMs, longestQueue } = this.settings;
    if (this.inside < places) return;
    if (this.waiting.size >= longestQueue || this.expectedWaitMs() > longestWaitMs) throw this.refusal();
  }

  /** Resolves when a place was handed over. */
  private async turn(gone: AbortSignal): Promise<void> {
    this.refuseFull();
    const { longestWaitMs } = this.settings;
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.waiting.delete(place);
        clearTimeout(timer);
        gone.removeEventListener('abort', giveUp);
      };
      const giveUp = () => {
        leave();
        reject(this.refusal());
      };
      const place = {
        enter() {
          leave();
          resolve();
        },
      };
      const timer = setTimeout(giveUp, longestWaitMs);
      gone.addEventListener('abort', giveUp);
      this.waiting.add(place);
    });
  }

  /** For one more. Whichever is the bottleneck, hashes or the rest of the work, sets the pace. */
  private expectedWaitMs(): number {
    return (this.waiting.size + 1) * Math.max(this.msPerHash(), this.workMs / this.settings.places);
  }

  private refusal(): AppError {
    const seconds = Math.ceil(this.expectedWaitMs() / 1000);
    return new AppError('SERVICE_UNAVAILABLE', {
      msg: 'Too many are waiting; try again later.',
      retryAfterS: Math.max(1, seconds),
    });
  }
}
