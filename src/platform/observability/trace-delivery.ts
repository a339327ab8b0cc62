import type { Log } from './log';

/** The minimum time between two log lines about dropped spans, in ms. */
const logEveryMs = 60_000;

/** Logs once when sending spans begins to fail, and once when it works again. */
export class Delivery {
  private failing = false;
  /** The number of spans that were lost since the last log line. */
  private lost = 0;
  private loggedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly log: Log) {}

  sent(): void {
    if (!this.failing) return;
    this.failing = false;
    this.log.info({ lost: this.takeLost() }, 'the collector accepts traces again');
  }

  /** Logs only the code of the error, because its text can contain the address or the response of the collector. */
  failed(error: unknown, spans: number): void {
    this.lost += spans;
    if (this.failing) return;
    this.failing = true;
    this.log.warn(
      { reason: codeOf(error) ?? 'no answer' },
      'traces cannot be sent and are lost: check the collector and OTEL_EXPORTER_OTLP_ENDPOINT',
    );
  }

  /** Counts spans that did not fit into the buffer of the SDK. */
  dropped(spans: number): void {
    this.lost += spans;
    if (this.failing || performance.now() - this.loggedAt < logEveryMs) return;
    this.loggedAt = performance.now();
    this.log.warn(
      { lost: this.takeLost() },
      'traces were lost, because there are more than can be sent: set OTEL_TRACES_SAMPLER to send only a part',
    );
  }

  private takeLost(): number {
    const { lost } = this;
    this.lost = 0;
    return lost;
  }
}

/** Returns the code of a system error such as `ECONNREFUSED`, or an HTTP status. */
function codeOf(error: unknown): string | number | null {
  const code: unknown = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' || typeof code === 'number' ? code : null;
}
