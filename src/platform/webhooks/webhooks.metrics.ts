import type { Metric } from '../observability/metric';

interface Sources {
  webhooks: { deliveries: { counts: { sent: number; failed: number } }; waiting(): Promise<number> };
}

export function webhookMetrics({ webhooks }: Sources): Metric[] {
  return [
    {
      name: 'gatehouse_webhooks_sent_total',
      help: 'Webhooks that this instance has delivered.',
      type: 'counter',
      read: () => webhooks.deliveries.counts.sent,
    },
    {
      name: 'gatehouse_webhooks_failed_total',
      help: 'Webhooks that this instance has given up.',
      type: 'counter',
      read: () => webhooks.deliveries.counts.failed,
    },
    {
      name: 'gatehouse_webhooks_waiting',
      help: 'Webhooks of all instances that were not delivered yet, counted up to 10 000.',
      type: 'gauge',
      read: () => webhooks.waiting(),
    },
  ];
}
