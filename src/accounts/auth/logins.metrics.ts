import type { Metric } from '../../platform/observability/metric';
import type { SessionOpener } from './session-opener';

export function loginMetrics({ opener }: { opener: Pick<SessionOpener, 'logins'> }): Metric[] {
  return [
    {
      name: 'gatehouse_logins_total',
      help: 'Logins that succeeded, by how they began: with `password`, `passkey`, `email` (a code by mail) or a provider.',
      type: 'counter',
      labels: ['method'],
      read: () => [...opener.logins].map(([method, value]) => ({ labels: { method }, value })),
    },
  ];
}
