import type { Metric } from '../../platform/observability/metric';
import type { Revocations } from './revocations';

export function revocationMetrics({ revocations }: { revocations: Pick<Revocations, 'isLive' | 'size'> }): Metric[] {
  return [
    {
      name: 'gatehouse_revocation_feed_up',
      help: '1 if Gatehouse checks in memory whether a token was revoked. 0 if each check asks the database.',
      type: 'gauge',
      read: () => Number(revocations.isLive),
    },
    {
      name: 'gatehouse_revoked_sessions',
      help: 'Revoked sessions that are kept in memory.',
      type: 'gauge',
      read: () => revocations.size,
    },
  ];
}
