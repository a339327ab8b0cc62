import { webhookChannel } from '../audit/audit-statement';
import type { Listen, Listening } from '../db/cluster/notifications';
import type { Switch } from '../db/optional-part';
import { endpointsChanged } from './webhook';
import type { WebhookEndpointStore } from './webhook-endpoint.store';

/** Milliseconds. In case a notification was lost. */
const readEveryMs = 30_000;

/** Keeps the switch of this process. It is on while it is not known whether there is an endpoint. */
export class EndpointWatch {
  private listening: Listening | null = null;
  private timer: NodeJS.Timeout | null = null;
  private reading: Promise<void> = Promise.resolve();
  private isClosed = false;

  constructor(
    private readonly store: Pick<WebhookEndpointStore, 'hasEnabled'>,
    private readonly events: Switch,
    private readonly listen: Listen,
  ) {}

  start(): void {
    this.listening = this.listen(webhookChannel, {
      catchUp: () => this.read(),
      onUp: () => {},
      onDown: () => {
        this.events.isOn = true;
      },
      onMessage: (payload) => {
        if (payload !== endpointsChanged) return;
        // Until the answer is there: the endpoint of the notification may be the first one.
        this.events.isOn = true;
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
        if (!this.isClosed) this.events.isOn = await this.store.hasEnabled();
      });
    return this.reading;
  }
}
