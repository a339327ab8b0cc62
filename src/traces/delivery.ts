import type { Log } from '../log';

/** How often at most it is said that there are too many, in ms. */
const saidEveryMs = 60_000;

/** Says in the log how the sending of spans goes: one line when it fails, one when it works again. */
export class Delivery {
  private failing = false;
  /** Spans, since they were last told of. */
  private lost = 0;
  private saidAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly log: Log) {}

  sent(): void {
    if (!this.failing) return;
    this.failing = false;
    this.log.info({ lost: this.takeLost() }, 'traces are sent again');
  }

  /** Of the error its code alone: its text can hold what the collector said, or its address. */
  failed(error: unknown, spans: number): void {
    this.lost += spans;
    if (this.failing) return;
    this.failing = true;
    this.log.warn({ reason: codeOf(error) ?? 'no answer' }, 'traces cannot be sent, and are lost until they can');
  }

  /** There was no room for so many spans. */
  dropped(spans: number): void {
    this.lost += spans;
    if (this.failing || performance.now() - this.saidAt < saidEveryMs) return;
    this.saidAt = performance.now();
    this.log.warn({ lost: this.takeLost() }, 'more traces than can be sent: a sampler would choose among them');
  }

  private takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}

/** A system's error, such as `ECONNREFUSED`, or an HTTP status. */
function codeOf(error: unknown): string | number | null {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' || typeof code === 'number' ? code : null;
}
