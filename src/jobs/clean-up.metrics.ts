import type { Metric } from '../observability/metric';
import type { CleanUp } from './clean-up';

export function cleanUpMetrics(cleanUp: Pick<CleanUp, 'failures'>): Metric[] {
  return [
    {
      name: 'gatehouse_clean_up_failures_total',
      help: 'Steps of the clean-up that failed, by name; each is tried again ten minutes later',
      type: 'counter',
      labels: ['step'],
      read: () => [...cleanUp.failures].map(([step, value]) => ({ labels: { step }, value })),
    },
  ];
}
