import type { Metric } from '../observability/metric';
import type { Readiness } from './readiness';

export function readinessMetrics({ readiness }: { readiness: Pick<Readiness, 'isReady'> }): Metric[] {
  return [
    {
      name: 'gatehouse_ready',
      help: '1 if the service has started and is not stopping, else 0.',
      type: 'gauge',
      read: () => Number(readiness.isReady),
    },
  ];
}
