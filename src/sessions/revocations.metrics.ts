import type { Metric } from '../observability/metric';
import type { Revocations } from './revocations';

export function revocationMetrics(revocations: Pick<Revocations, 'isLive' | 'size'>): Metric[] {
  return [
    {
      name: 'gatehouse_revocation_feed_up',
      help: '1 while revocations are checked in memory',
      type: 'gauge',
      read: () => Number(revocations.isLive),
    },
    {
      name: 'gatehouse_revoked_sessions',
      help: 'Revoked sessions kept in memory',
      type: 'gauge',
      read: () => revocations.size,
    },
  ];
}
