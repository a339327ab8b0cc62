import type { Providers } from '../../accounts/providers/providers';
import type { Metric } from '../../platform/observability/metric';

export function identitiesMetrics({ providers }: { providers: Pick<Providers, 'counts'> }): Metric[] {
  return [
    {
      name: 'gatehouse_provider_requests_total',
      help: 'Requests to the providers. `result` is `answered`, `down` (or a useless answer), or `not_asked` (it was down a moment ago).',
      type: 'counter',
      labels: ['provider', 'result'],
      read: () =>
        providers
          .counts()
          .flatMap(({ provider, counts }) =>
            Object.entries(counts).map(([result, value]) => ({ labels: { provider, result }, value })),
          ),
    },
  ];
}
