import type { Metric } from '../../platform/observability/metric';
import { type DeviceCounts, deviceResults } from './device-counts';

export function deviceMetrics({ deviceCounts: counts }: { deviceCounts: Pick<DeviceCounts, 'of'> }): Metric[] {
  return [
    {
      name: 'gatehouse_device_authorizations_total',
      help: 'Sign-ins on devices. `result` is `started`, and then `allowed` or `denied` by the person.',
      type: 'counter',
      labels: ['result'],
      read: () => deviceResults.map((result) => ({ labels: { result }, value: counts.of(result) })),
    },
  ];
}
