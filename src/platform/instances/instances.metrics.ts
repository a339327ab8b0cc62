import type { Metric } from '../observability/metric';
import type { ClockWatch } from './clock-watch';

export function instanceMetrics({ clocks: clock }: { clocks: Pick<ClockWatch, 'offsetMs'> }): Metric[] {
  return [
    {
      name: 'gatehouse_clock_offset_seconds',
      help: 'How far the clock of this instance is ahead of that of the database. Negative if it is behind.',
      type: 'gauge',
      read: () => clock.offsetMs / 1000,
    },
  ];
}
