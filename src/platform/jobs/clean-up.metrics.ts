import type { Metric } from '../observability/metric';
import type { CleanUp } from './clean-up';

export function cleanUpMetrics({ cleanUp }: { cleanUp: Pick<CleanUp, 'failures'> }): Metric[] {
  return [
    {
      name: 'gatehouse_clean_up_failures_total',
      help: 'Failed steps of the clean-up, which are tried again after ten minutes.',
      type: 'counter',
      labels: ['step'],
      read: () => [...cleanUp.failures].map(([step, value]) => ({ labels: { step }, value })),
    },
  ];
}
