import type { Metric } from '../observability/metric';
import type { MessageDelivery } from './message-delivery';
import type { CountedMails } from './waiting-mails';

/** `delivery` is null if no mails are sent. `waiting` asks the database, or returns an answer of the last second. */
interface Sources {
  mailDelivery: Pick<MessageDelivery, 'sent' | 'failed'> | null;
  waitingMails(): Promise<CountedMails>;
}

export function messageMetrics({ mailDelivery: delivery, waitingMails: waiting }: Sources): Metric[] {
  return [
    {
      name: 'gatehouse_mails_sent_total',
      help: 'Mails that this instance has sent.',
      type: 'counter',
      read: () => delivery?.sent ?? 0,
    },
    {
      name: 'gatehouse_mails_failed_total',
      help: 'Mails that this instance has given up. The audit has each of them.',
      type: 'counter',
      read: () => delivery?.failed ?? 0,
    },
    {
      name: 'gatehouse_mails_waiting',
      help: 'Mails of all instances that were not sent yet, counted up to 10 000.',
      type: 'gauge',
      read: async () => (await waiting()).count,
    },
    {
      name: 'gatehouse_mails_oldest_seconds',
      help: 'The age of the oldest mail that was not sent yet. 0 if no mail waits.',
      type: 'gauge',
      read: async () => {
        const { oldestTs, at } = await waiting();
        return oldestTs ? Math.max(0, (at.getTime() - oldestTs.getTime()) / 1000) : 0;
      },
    },
  ];
}
