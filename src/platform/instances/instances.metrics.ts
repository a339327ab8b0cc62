import type { Metric } from '../observability/metric';
import type { CorrectedClock } from './corrected-clock';

export function instanceMetrics(clock: Pick<CorrectedClock, 'offsetMs' | 'isCorrected'>): Metric[] {
  return [
    {
      name: 'gatehouse_clock_offset_seconds',
      help: 'How far the system clock of this instance is ahead of the median of the clocks of all instances and of the database. Negative if it is behind. 0 with the embedded database.',
      type: 'gauge',
      read: () => clock.offsetMs / 1000,
    },
    {
      name: 'gatehouse_clock_corrected',
      help: '1 while this instance does not use its system clock, because the clock is off, but the time of the other instances and of the database. Else 0.',
      type: 'gauge',
      read: () => Number(clock.isCorrected),
    },
  ];
}
