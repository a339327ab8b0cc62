import { webhookChannel } from '../audit/audit-statement';
import type { Listen } from '../db/cluster/notifications';
import type { Switch } from '../db/optional-part';
import { type Claimed, DeliveryQueue } from '../jobs/delivery-queue';
import type { Log } from '../observability/log';
import type { Clock } from '../runtime/clock';
import type { WebhookProblem } from './webhook';

/** Longer than an attempt, and short enough that a killed process delays a delivery by no more. Milliseconds. */
const leaseMs = 12_000;
const pollMs = 1000;
const perReceiver = 4;
/** How long a stop waits. What is still running is sent again by another instance. */
const stopMs = 3000;

export interface DeliveryClaim {
  at: Date;
  /** Until then, no other instance sends the deliveries. */
  leaseUntil: Date;
  atMost: number;
  /** How many are sent to one receiver at the same time. */
  perReceiver: number;
}

/** The end of an attempt. Does nothing if another instance has started the next one. */
export interface DeliveryAttempt {
  id: string;
  attempts: number;
  at: Date;
  /** The next attempt. Null if there is none. */
  dueTs: Date | null;
  /** Null if the receiver has it. */
  problem: WebhookProblem | null;
  status: number | null;
}

interface ReceiverQueueNeeds<Item> {
  /** What is sent, in the plural, for the log. */
  name: string;
  /** Without a receiver, there is nothing to send. */
  receivers: Readonly<Switch>;
  /** How many receivers have places of their own. One that does not answer takes only its own. */
  mostReceivers: number;
  claim(claim: DeliveryClaim): Promise<readonly Item[]>;
  /** Sends one delivery, and stores how it ended. */
  deliver(item: Item, stopped: AbortSignal): Promise<void>;
  listen: Listen;
  clock: Clock;
  log: Log;
}

/** Sends rows of `webhook_deliveries` to their receivers in the background, each at least once. */
export function createReceiverQueue<Item extends { id: string }>(
  needs: ReceiverQueueNeeds<Item>,
): Pick<DeliveryQueue<Item>, 'start' | 'close'> {
  const { name, log } = needs;
  const stopped = new AbortController();

  async function claim(atMost: number): Promise<Claimed<Item>> {
    if (!needs.receivers.isOn) return { items: [], hasMore: false };
    const at = needs.clock();
    try {
      const items = await needs.claim({ at, leaseUntil: new Date(at.getTime() + leaseMs), atMost, perReceiver });
      // A receiver all of whose places are taken may have more.
      return { items, hasMore: true };
    } catch (error) {
      log.warn({ err: error }, `${name} could not be read: this is tried again`);
      return { items: [], hasMore: false };
    }
  }

  return new DeliveryQueue({
    listen: (handlers) => needs.listen(webhookChannel, handlers),
    atOnce: needs.mostReceivers * perReceiver,
    settleMs: { least: 0, most: 20 },
    pollMs,
    stopMs,
    claim,
    deliver: (item) =>
      needs
        .deliver(item, stopped.signal)
        .catch((error: unknown) =>
          log.warn(
            { err: error, deliveryId: item.id },
            `one of the ${name} could not be sent, or its state not be stored`,
          ),
        ),
    abandon: () => stopped.abort(),
  });
}
