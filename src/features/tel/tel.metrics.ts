import type { Metric } from '../../platform/observability/metric';
import type { TelCounts } from './tel-counts';

export function telMetrics({ telCounts }: { telCounts: Pick<TelCounts, 'all'> }): Metric[] {
  return [
    {
      name: 'gatehouse_tel_codes_total',
      help: 'Codes to phone numbers: `sent`, `confirmed`, or not sent (`paused`, `spent`).',
      type: 'counter',
      labels: ['country', 'result'],
      read: () => telCounts.all().map(({ value, ...labels }) => ({ labels, value })),
    },
  ];
}
