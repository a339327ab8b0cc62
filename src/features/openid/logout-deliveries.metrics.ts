import type { Metric } from '../../platform/observability/metric';

interface Sources {
  logoutMessages: { deliveries: { counts: { sent: number; failed: number } }; waiting(): Promise<number> };
}

export function logoutMetrics({ logoutMessages }: Sources): Metric[] {
  return [
    {
      name: 'gatehouse_logouts_sent_total',
      help: 'Back-channel logouts that this instance has delivered.',
      type: 'counter',
      read: () => logoutMessages.deliveries.counts.sent,
    },
    {
      name: 'gatehouse_logouts_failed_total',
      help: 'Back-channel logouts that this instance has given up.',
      type: 'counter',
      read: () => logoutMessages.deliveries.counts.failed,
    },
    {
      name: 'gatehouse_logouts_waiting',
      help: 'Back-channel logouts of all instances that were not delivered yet, counted up to 10 000.',
      type: 'gauge',
      read: () => logoutMessages.waiting(),
    },
  ];
}
