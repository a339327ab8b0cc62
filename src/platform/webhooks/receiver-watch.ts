import { webhookChannel } from '../audit/audit-statement';
import type { Listen, Listening } from '../db/cluster/notifications';
import type { Switch } from '../db/optional-part';

interface WatchedReceivers {
  /** The payload of the notification that they have changed. */
  changed: string;
  /** Whether there is one that gets anything. */
  any(): Promise<boolean>;
}

/** Milliseconds. In case a notification was lost. */
const readEveryMs = 30_000;

/**
 * Keeps a switch of this process: off while there is no receiver, so that operations write nothing for it and cost nothing. It is
 * on while it is not known whether there is one.
 */
export class ReceiverWatch {
  private listening: Listening | null = null;
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly receivers: WatchedReceivers,
    private readonly writing: Switch,
    private readonly listen: Listen,
  ) {}

  start(): void {
    this.listening = this.listen(webhookChannel, {
      catchUp: () => this.read(),
      onUp: () => {},
      onDown: () => {
        this.writing.isOn = true;
      },
      onMessage: (payload) => {
        if (payload !== this.receivers.changed) return;
        // Until the answer is there: the receiver of the notification may be the first one.
        this.writing.isOn = true;
        this.read().catch(() => {});
      },
    });
    this.timer = setInterval(() => void this.read().catch(() => {}), readEveryMs);
    this.timer.unref();
  }

  async close(): Promise<void> {
    this.isClosed = true;
    if (this.timer) clearInterval(this.timer);
    await this.listening?.close();
    await this.reading.catch(() => {});
  }

  /** One at a time: the last answer is that of the last question. @throws AppError `SERVICE_UNAVAILABLE` */
  private read(): Promise<void> {
    this.reading = this.reading
      .catch(() => {})
      .then(async () => {
        if (!this.isClosed) this.writing.isOn = await this.receivers.any();
      });
    return this.reading;
  }
}

interface Work {
  start(): void;
  close(): Promise<void>;
}

/** A queue of deliveries, and the watch for its receivers, which ends after it. */
export const watched = (queue: Work, watch: ReceiverWatch): Work => ({
  start() {
    watch.start();
    queue.start();
  },
  async close() {
    await queue.close();
    await watch.close();
  },
});
